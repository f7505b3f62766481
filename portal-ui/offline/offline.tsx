import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { askBeforeSignOut } from '../../ui-shared/auth/sign-out.ts'
import { formatDateTime } from '../../ui-shared/date.tsx'
import { countDrafts, ownerOf } from '../../ui-shared/drafts.ts'
import { t } from '../../ui-shared/i18n.ts'
import { Asking } from '../../ui-shared/overlay/confirm.tsx'
import { useStore } from '../../ui-shared/overlay/store.ts'
import type { Me } from '../../ui-shared/session/me.ts'
import { forgetReturned, giveBack, type Kept, type Returned, sendWaiting, waiting } from './waiting.ts'
import '../styles/offline.css'

const again = 60_000
const soon = 10_000
const isRead = (address: string): boolean => /^\/(api|files)\//.test(address)

/** What this page has asked for so far, before anybody kept it. */
const readSoFar = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && isRead(pathname))
    .map(({ pathname, search }) => pathname + search)
    .filter((address) => !/^\/api\/(live|auth)|[?&]as_of=/.test(address))

/** Lets the service worker keep what this person reads; hears from it since when the server is away, null while it answers. */
const useWorker = (person: string, client: QueryClient) => {
  const [away, setAway] = useState<string | null>(null)
  useEffect(() => {
    // Only over HTTPS, and on this machine.
    if (!('serviceWorker' in navigator)) return
    const { serviceWorker } = navigator
    const hear = ({ data }: MessageEvent) => setAway(typeof data?.away === 'string' ? data.away : null)
    serviceWorker.addEventListener('message', hear)
    const begin = async () => {
      // Without a line it is the one that is there.
      await serviceWorker.register('/sw.js').catch(() => undefined)
      const { active } = await serviceWorker.ready
      active?.postMessage({ person, read: [...new Set(readSoFar())] })
    }
    // Where it cannot be had, the portal is as it was without it.
    begin().catch(() => undefined)
    return () => serviceWorker.removeEventListener('message', hear)
  }, [person])
  const isAway = away !== null
  useEffect(() => {
    if (!isAway) return
    // What was read a moment ago is not asked for by itself, and the worker tells of the server only when something is asked. A line
    // that has just come back may still refuse the first call.
    const ask = () => void (navigator.onLine && !document.hidden && client.invalidateQueries())
    window.addEventListener('online', ask)
    const timer = setInterval(ask, soon)
    return () => {
      window.removeEventListener('online', ask)
      clearInterval(timer)
    }
  }, [isAway, client])
  return away
}

/** Sends what waits as soon as there is a line, and asks now and then whether there is. */
const useWaiting = (owner: string, client: QueryClient) => {
  const { kept, returned } = useStore(waiting)
  const isAny = kept.length > 0
  useEffect(() => {
    const send = () => void (navigator.onLine && sendWaiting(owner, client))
    send()
    window.addEventListener('online', send)
    const timer = isAny ? setInterval(send, again) : undefined
    return () => {
      window.removeEventListener('online', send)
      clearInterval(timer)
    }
  }, [owner, client, isAny])
  return { kept, returned }
}

const names: Readonly<Record<Kept['path'], () => string>> = {
  '/utility/iso_submit': () => t('ISO messages'),
  '/utility/job_apply': () => t('Applications'),
  '/utility/request_stationery': () => t('Stationery'),
}

/** Leads to a form, which looks for what was typed there when it opens. */
const useForms = () => {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  return (address: string) => (address === pathname ? window.location.reload() : void navigate(address))
}

const Waits = ({ kept, owner, onSend }: { kept: readonly Kept[]; owner: string; onSend: () => void }) => {
  const open = useForms()
  const change = async (one: Kept) => {
    await giveBack(owner, one)
    open(one.form.address)
  }
  return (
    <>
      <p>
        {t('What you wrote waits on this device and is sent as soon as the server can be reached.')}{' '}
        <button type="button" className="link" onClick={onSend}>
          {t('Send now')}
        </button>
      </p>
      <ul>
        {kept.map((one) => (
          <li key={one.key}>
            {names[one.path]()}, {formatDateTime(one.at)}{' '}
            <button type="button" className="link" onClick={() => void change(one)}>
              {t('Back to its form')}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

const CameBack = ({ at, address, sentence }: Returned) => {
  const open = useForms()
  const change = () => {
    forgetReturned(at)
    open(address)
  }
  return (
    <p>
      {t('What you wrote was not sent:')} {sentence}{' '}
      <button type="button" className="link" onClick={change}>
        {t('Back to its form')}
      </button>
    </p>
  )
}

type Answer = (isMeant: boolean) => void

/** Asks before somebody signs out while this device keeps what they wrote, which goes with them. */
const SignOutQuestion = ({ owner }: { owner: string }) => {
  const [asked, setAsked] = useState<{ count: number; answer: Answer } | null>(null)
  useEffect(
    () =>
      askBeforeSignOut(async () => {
        const count = await countDrafts(owner).catch(() => 0)
        return count === 0 || new Promise<boolean>((answer) => setAsked({ count, answer }))
      }),
    [owner],
  )
  if (!asked) return null
  const { count, answer } = asked
  const question = {
    title: t('Sign out without saving?'),
    words: [
      t('Signing out removes {count, plural, one {# unsaved copy} other {# unsaved copies}} from this device.', {
        count,
      }),
    ],
    action: t('Sign Out'),
    isDanger: true,
  }
  return (
    <Asking
      asked={question}
      answer={(isMeant) => {
        setAsked(null)
        answer(isMeant)
      }}
    />
  )
}

/** For employees: says that the server is away and what is shown instead, and what waits to be sent; keeps both going. */
export const Offline = ({ me }: { me: Me }) => {
  const owner = ownerOf(me)
  const client = useQueryClient()
  const away = useWorker(owner, client)
  const { kept, returned } = useWaiting(owner, client)
  return (
    <>
      <SignOutQuestion owner={owner} />
      <div className="offline" role="status">
        {away && (
          <p>
            {t('The server cannot be reached. You see what this device read last: {moment}.', {
              moment: formatDateTime(away),
            })}
          </p>
        )}
        {kept.length > 0 && <Waits kept={kept} owner={owner} onSend={() => void sendWaiting(owner, client)} />}
        {returned.map((one) => (
          <CameBack key={one.at} {...one} />
        ))}
      </div>
    </>
  )
}
