import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formatDate } from '../../ui-shared/date.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { postQuery } from '../queries.ts'
import { dayWords, sayRead, type ToRead, useToRead } from './asked.ts'

const wordsOf = ({ read_at: at, last_day: day }: ToRead): string => {
  if (at !== null) return t('You said on {date} that you have read this message.', { date: formatDate(at) })
  return day === null
    ? t('Please say that you have read this message.')
    : t('Please say until {date} that you have read this message.', { date: dayWords(day) })
}

/** Below a post that one is asked to read: what is asked, and the button that answers it once and for good. */
export const Confirm = ({ slug }: { slug: string }) => {
  const { data } = useToRead()
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  const words = useRef<HTMLParagraphElement>(null)
  // What stands above is what is confirmed.
  const { data: post } = useQuery(postQuery(slug))
  const asked = data?.find(({ id }) => id === post?.id)
  if (!asked || !post) return null
  const say = async () => {
    setBusy(true)
    setRefusal('')
    try {
      await sayRead(client, asked, post.version)
      // The button is gone: whoever used the keyboard goes on at what took its place.
      words.current?.focus({ preventScroll: true })
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : '')
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="confirm-read" aria-label={t('Please read')} data-read={asked.read_at !== null}>
      <p ref={words} tabIndex={-1} role="status">
        {wordsOf(asked)}
      </p>
      {refusal && (
        <p className="wrong" role="alert">
          {refusal}
        </p>
      )}
      {asked.read_at === null && (
        <button type="button" className="btn go" aria-disabled={isBusy} onClick={() => void (isBusy || say())}>
          {isBusy ? t('Please Wait') : t('I have read this')}
        </button>
      )}
    </section>
  )
}
