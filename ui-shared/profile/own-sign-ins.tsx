import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import '../styles/sign-ins.css'
import { oneOf, writtenSchema } from '../api/answers.ts'
import { api } from '../api/client.ts'
import { formatDateTime } from '../date.tsx'
import { RelativeTime } from '../relative-time.tsx'
import { say, t } from '../i18n.ts'
import { showError } from '../overlay/alert.tsx'
import { toastSuccess } from '../overlay/toast.tsx'
import { LoadError, PleaseWait } from '../states.tsx'

const signInSchema = z.object({
  id: z.string(),
  device: z.nullable(z.string()),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  isThis: z.boolean(),
})
type OwnSignIn = z.infer<typeof signInSchema>

const queryKey = ['me', 'sign-ins']

const useEnding = () => {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const end = async (path: string) => {
    setBusy(true)
    try {
      const { message } = await api.delete(path, { as: writtenSchema })
      toastSuccess(say(message))
    } catch (error) {
      showError(error)
    } finally {
      await client.invalidateQueries({ queryKey })
      setBusy(false)
    }
  }
  return { isBusy, end }
}

const Row = ({ one, isBusy, onEnd }: { one: OwnSignIn; isBusy: boolean; onEnd: () => void }) => {
  const device = one.device ?? t('Unknown device')
  return (
    <li>
      <p>
        {device} {one.isThis && <b>{t('This device')}</b>}
        <br />
        <span className="dim">
          {t('Since {date}', { date: formatDateTime(one.createdAt) })}, {t('last used')}{' '}
          <RelativeTime at={one.lastSeenAt} />
        </span>
      </p>
      {!one.isThis && (
        <button
          type="button"
          className="btn small"
          disabled={isBusy}
          aria-label={t('Sign out {device}', { device })}
          onClick={onEnd}
        >
          {t('Sign Out')}
        </button>
      )}
    </li>
  )
}

/** Where one is signed in, to be ended one by one, or all others; that also forgets where else one has signed in. */
export const OwnSignIns = () => {
  const { isBusy, end } = useEnding()
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get('/me/sign_ins', { as: oneOf(z.array(signInSchema)), signal }),
  })
  const found = data?.data ?? []
  const others = found.filter(({ isThis }) => !isThis)
  return (
    <section className="fields" aria-labelledby="sign-ins">
      <h2 className="caps legend" id="sign-ins">
        {t('Where you are signed in')}
      </h2>
      {error && <LoadError message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <PleaseWait />}
      <ul className="sign-ins">
        {[...found.filter(({ isThis }) => isThis), ...others].map((one) => (
          <Row key={one.id} one={one} isBusy={isBusy} onEnd={() => void end(`/me/sign_ins/${one.id}`)} />
        ))}
      </ul>
      <p className="dim">
        {t(
          'Devices and networks that you have signed in from are known for half a year, also after signing out: there you get in although somebody else has tried wrong passwords on your name. “Sign out all other devices” has all but this one forgotten.',
        )}
      </p>
      <div>
        <button type="button" className="btn" disabled={isBusy || !data} onClick={() => void end('/me/sign_ins')}>
          {t('Sign out all other devices')}
        </button>
      </div>
    </section>
  )
}
