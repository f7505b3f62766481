import { formatDateTime } from '../../ui-shared/date.tsx'
import { formatNumber, t } from '../../ui-shared/i18n.ts'
import type { Key, Signed } from './calls.ts'

// The server counts no further.
const countedTo = 1_000

const Uncovered = ({ count }: { count: number }) => (
  <>{count < countedTo ? formatNumber(count) : t('{count} and more', { count })}</>
)

/** How far the log is signed: moment, position, number of events, and by which key. */
export const SignedCell = ({ signed: { newest, uncovered }, keys }: { signed: Signed; keys: readonly Key[] }) => {
  const key = keys.find(({ isInUse }) => isInUse)
  return (
    <section className="cell c4">
      <h2 className="caps">{t('Verified up to')}</h2>
      {newest === null ? (
        <p className="dim">
          {t('No checkpoint was signed yet. The first follows within an hour, or when the server stops.')}
        </p>
      ) : (
        <>
          <p className="big">{t('{count, plural, one {# event} other {# events}}', { count: newest.size })}</p>
          {newest.key === null && (
            <p className="notice bad" role="alert">
              {t('The newest checkpoint is not signed by a key of this log.')}
            </p>
          )}
          <dl className="changes">
            <dt>{t('Signed on')}</dt>
            <dd>{formatDateTime(newest.signedAt)}</dd>
            <dt>{t('Position')}</dt>
            <dd className="mono">{newest.position ?? '–'}</dd>
            <dt>{t('Key')}</dt>
            <dd className="mono">{key?.id ?? '–'}</dd>
            <dt>{t('Not covered yet')}</dt>
            <dd>
              <Uncovered count={uncovered} />
            </dd>
          </dl>
        </>
      )}
    </section>
  )
}
