import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Written } from '../../ui-shared/api/answers.ts'
import { formatDate } from '../../ui-shared/date.tsx'
import { say, t } from '../../ui-shared/i18n.ts'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import { postQuery } from '../queries.ts'
import { dayWords, sayAgain, sayRead, takeBack, type ToRead, toReadQuery, useToRead } from './asked.ts'

const wordsOf = ({ read_at: at, last_day: day }: ToRead): string => {
  if (at !== null) return t('You said on {date} that you have read this message.', { date: formatDate(at) })
  return day === null
    ? t('Please say that you have read this message.')
    : t('Please say until {date} that you have read this message.', { date: dayWords(day) })
}

/** What is done about a post, one thing at a time; each is taken back by the toast that tells of it. */
const useSaying = () => {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  const asked = async (act: () => Promise<Written>): Promise<Written> => {
    try {
      return await act()
    } finally {
      await client.invalidateQueries({ queryKey: toReadQuery.queryKey })
    }
  }
  const tell = ({ message, data }: Written, isRead: boolean) => {
    const id = data?.id
    const back = () => (isRead ? takeBack : sayAgain)(id ?? 0)
    const undo = () => asked(back).then((written) => tell(written, !isRead), showError)
    toastSuccess(say(message), id === undefined ? undefined : undo)
  }
  const run = async (act: () => Promise<Written>, isRead: boolean) => {
    if (isBusy) return false
    setBusy(true)
    setRefusal('')
    try {
      tell(await asked(act), isRead)
      return true
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : '')
      return false
    } finally {
      setBusy(false)
    }
  }
  return { run, isBusy, refusal }
}

/** Below a post that one is asked to read: what is asked, the button that answers it, and the way back while it is asked. */
export const Confirm = ({ slug }: { slug: string }) => {
  const { data } = useToRead()
  const { run, isBusy, refusal } = useSaying()
  const words = useRef<HTMLParagraphElement>(null)
  // What stands above is what is confirmed.
  const { data: post } = useQuery(postQuery(slug))
  const asked = data?.find(({ id }) => id === post?.id)
  if (!asked || !post) return null
  const { receipt } = asked
  const act = async () => {
    const isRead = receipt === null
    const isDone = await run(() => (isRead ? sayRead(asked, post.version) : takeBack(receipt)), isRead)
    // The button is another one now: whoever used the keyboard goes on at what tells so.
    if (isDone) words.current?.focus({ preventScroll: true })
  }
  const label = receipt === null ? t('I have read this') : t('Take back')
  return (
    <section className="confirm-read" aria-label={t('Please read')} data-read={receipt !== null}>
      <p ref={words} tabIndex={-1} role="status">
        {wordsOf(asked)}
      </p>
      {refusal && (
        <p className="wrong" role="alert">
          {refusal}
        </p>
      )}
      <button
        key={label}
        type="button"
        className={receipt === null ? 'btn go' : 'btn bare small'}
        aria-disabled={isBusy}
        onClick={() => void act()}
      >
        {isBusy ? t('Please Wait') : label}
      </button>
    </section>
  )
}
