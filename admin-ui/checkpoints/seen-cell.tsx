import { useQueryClient } from '@tanstack/react-query'
import { formatDateTime } from '../../ui-shared/date.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { ask } from '../../ui-shared/overlay/confirm.tsx'
import { LoadError } from '../../ui-shared/states.tsx'
import { type Look, trustAnew } from './check-seen.ts'
import { sizeOf, useSeen, wrongWords } from './use-seen.ts'

const Trust = () => {
  const client = useQueryClient()
  const trust = async () => {
    const isSure = await ask({
      title: t('Trust this log from now on'),
      words: [
        t(
          'This browser then forgets what it has seen, and no longer notices what was changed before. Go on only when you know the reason.',
        ),
      ],
      action: t('Trust this log from now on'),
      isDanger: true,
    })
    if (isSure) client.setQueryData(['seen-checkpoint'], await trustAnew())
  }
  return (
    <button type="button" className="btn small" onClick={() => void trust().catch(showError)}>
      {t('Trust this log from now on')}
    </button>
  )
}

const Words = ({ look: { seen, before, abilities } }: { look: Look }) => {
  if (!seen) return <p className="dim">{t('No checkpoint was signed yet.')}</p>
  const wrong = wrongWords(seen)
  if (wrong)
    return (
      <>
        <div className="notice bad">
          <p>
            <strong>{wrong.title}</strong> {wrong.meaning}
          </p>
        </div>
        <Trust />
      </>
    )
  return (
    <>
      <p>
        {before
          ? t('The log goes on from the {seen} events that this browser saw last on {at}.', {
              seen: sizeOf(before),
              at: formatDateTime(before.at),
            })
          : t(
              'This browser keeps the newest checkpoint from now on, and checks at each visit that the log goes on from it.',
            )}
      </p>
      {!abilities.signatures && (
        <p className="notice">
          {t('This browser cannot check signatures, so it has checked only that the log goes on. Use a newer one.')}
        </p>
      )}
    </>
  )
}

/** What this browser has checked by itself, without believing the server. */
export const SeenCell = () => {
  const { data, error, refetch } = useSeen()
  return (
    <section className="cell seen">
      <h2 className="caps">{t('In this browser')}</h2>
      {error && <LoadError message={error.message} onRetry={() => void refetch()} />}
      {data && <Words look={data} />}
    </section>
  )
}
