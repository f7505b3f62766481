import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { ApiError } from '../../ui-shared/api/error.ts'
import { formatDate } from '../../ui-shared/date.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { recoveryQuery } from './recovery-calls.ts'

const RecoveryDialog = lazy(async () => ({ default: (await import('./recovery-dialog.tsx')).RecoveryDialog }))

const stateWords = (left: number, madeAt: string | null): string =>
  madeAt === null
    ? t('You have no recovery codes yet.')
    : t('{left, plural, =0 {None is} one {# is} other {# are}} left of the ten made on {date}.', {
        left,
        date: formatDate(madeAt),
      })

const State = () => {
  const { data, error, refetch } = useQuery(recoveryQuery)
  if (error && !data) {
    return (
      <p className="wrong">
        {error instanceof ApiError ? error.message : t('Something went wrong in this page. Load it again.')}{' '}
        <button type="button" className="link" onClick={() => void refetch()}>
          {t('Retry')}
        </button>
      </p>
    )
  }
  if (!data) return <p className="dim">{t('Please Wait')}</p>
  return (
    <>
      <p role="status">{stateWords(data.left, data.madeAt)}</p>
      {data.madeAt !== null && data.left < 3 && (
        <p className="notice">{t('Make new ones before you need the last.')}</p>
      )}
    </>
  )
}

/** How many recovery codes are left, and making new ones (A3). `userName` is whose they are. */
export const RecoveryCodes = ({ userName }: { userName: string }) => {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  return (
    <section className="fields" aria-labelledby="recovery-codes">
      <h2 className="caps legend" id="recovery-codes">
        {t('Recovery codes')}
      </h2>
      <p>{t('When no mail arrives, a recovery code signs you in instead of the mailed one. Each works once.')}</p>
      <State />
      <div>
        <button type="button" className="btn" onClick={() => setOpen(true)}>
          {t('Create new recovery codes')}
        </button>
      </div>
      {isOpen && (
        <Suspense>
          <RecoveryDialog
            userName={userName}
            onMade={() => void client.invalidateQueries({ queryKey: recoveryQuery.queryKey })}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </section>
  )
}
