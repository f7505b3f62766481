import type { Resource } from '../../domain/resource.ts'
import { RelativeTime } from '../../ui-shared/relative-time.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { sentenceOf } from '../edit/history/sentence.ts'
import type { useVersions } from './versions.ts'

type Props = {
  resource: Resource
  versions: ReturnType<typeof useVersions>
  /** The versions that are shown: one, or the two that are compared. */
  shown: readonly number[]
  onShow: (version: number) => void
  onCompare: (version: number) => void
}

/** All versions, the newest first: who, when, what. One is shown, or compared with what is shown. */
export const VersionList = ({ resource, versions, shown, onShow, onCompare }: Props) => {
  const { entries, error, refetch, more } = versions
  if (error) return <LoadError message={error.message} onRetry={refetch} />
  if (!entries) return <PleaseWait />
  return (
    <>
      <ol className="versions">
        {entries.map((entry) => {
          const { version } = entry
          const isShown = shown.includes(version)
          return (
            <li key={version} className={isShown ? 'on' : undefined}>
              <button
                type="button"
                className="whole"
                aria-current={isShown ? 'true' : undefined}
                onClick={() => onShow(version)}
              >
                <span className="mono dim">{version}</span>
                <span>
                  <b>{entry.actor?.name ?? t('Somebody')}</b> {sentenceOf(resource, entry)}
                  <br />
                  <span className="dim">
                    <RelativeTime at={entry.at} />
                  </span>
                </span>
              </button>
              {!isShown && (
                <button
                  type="button"
                  className="link small"
                  aria-label={t('Compare with version {version}', { version })}
                  onClick={() => onCompare(version)}
                >
                  {t('Compare')}
                </button>
              )}
            </li>
          )
        })}
      </ol>
      {more && (
        <button type="button" className="btn small" onClick={more}>
          {t('Show more')}
        </button>
      )}
    </>
  )
}
