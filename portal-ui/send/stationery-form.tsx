import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { t } from '../../ui-shared/i18n.ts'
import { AlertHost, showError } from '../../ui-shared/overlay/alert.tsx'
import { useMe } from '../../ui-shared/session/session.ts'
import { LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { mineQuery } from '../mine/mine-queries.ts'
import { usePortalTitle } from '../titles.ts'
import { LineFields } from './line-fields.tsx'
import { SendButton } from './send-button.tsx'
import { blankLine, type Item, itemsQuery, type Line } from './stationery-queries.ts'
import { sayMissing, useSendOnce } from './use-sending.ts'
import '../styles/send.css'

const isWhole = ({ value, quantity }: Line) => value !== '' && /^[1-9]\d{0,3}$/.test(quantity)

const useLines = (items: readonly Item[]) => {
  const [lines, setLines] = useState<readonly Line[]>(() => [blankLine()])
  const [state, setState] = useState<'writing' | 'checked' | 'sending'>('writing')
  const sendOnce = useSendOnce('/utility/request_stationery')
  const client = useQueryClient()
  const change = (uid: string, part: Partial<Line>) =>
    setLines((now) => now.map((line) => (line.uid === uid ? { ...line, ...part } : line)))
  const send = async () => {
    setState('sending')
    try {
      const content = lines.map(({ uid, value, quantity, remarks }) => {
        const item = items.find((one) => String(one.value) === value)
        return { uid, name: item?.name, value, quantity: Number(quantity), unit: item?.unit, remarks }
      })
      await sendOnce({ content })
      setLines([blankLine()])
      setState('writing')
      await client.invalidateQueries({ queryKey: ['mine'] })
    } catch (error) {
      setState('checked')
      showError(error)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (state === 'sending') return
    if (lines.every(isWhole)) return void send()
    setState('checked')
    sayMissing()
  }
  return { lines, setLines, state, change, submit }
}

/** The lines of the last request, as far as its items are still there. */
const useLast = (items: readonly Item[]) => {
  const { data } = useQuery(mineQuery({ page: 1, category: '' }))
  const last = data?.data.find(({ lines }) => lines.length > 0)?.lines ?? []
  return last
    .filter(({ item }) => items.some(({ value }) => value === item?.id))
    .map(({ item, quantity, remarks }) => ({
      ...blankLine(),
      value: String(item?.id),
      quantity: String(quantity ?? ''),
      remarks,
    }))
}

const Lines = ({ items }: { items: readonly Item[] }) => {
  const { lines, setLines, state, change, submit } = useLines(items)
  const last = useLast(items)
  return (
    <form noValidate onSubmit={submit}>
      {last.length > 0 && (
        <button type="button" className="btn" disabled={state === 'sending'} onClick={() => setLines(last)}>
          {t('Repeat my last request')}
        </button>
      )}
      {lines.map((line, index) => (
        <LineFields
          key={line.uid}
          line={line}
          place={index + 1}
          items={items}
          isBusy={state === 'sending'}
          isChecked={state === 'checked'}
          onChange={(part) => change(line.uid, part)}
          onRemove={lines.length > 1 ? () => setLines(lines.filter(({ uid }) => uid !== line.uid)) : null}
        />
      ))}
      <div className="acts">
        <button
          type="button"
          className="btn"
          disabled={state === 'sending'}
          onClick={() => setLines([...lines, blankLine()])}
        >
          {t('Add line')}
        </button>
        <SendButton isBusy={state === 'sending'} />
      </div>
    </form>
  )
}

/** Asks for stationery; for employees only. */
export const Component = () => {
  const me = useMe()
  const { data, error, refetch } = useQuery(itemsQuery)
  usePortalTitle(t('Stationery'))
  return (
    <section className="send wide">
      <h1>{t('STATIONERY REQUISITION FORM')}</h1>
      <p>
        <Link className="link" to="/profile/requests">
          {t('My requests')}
        </Link>
      </p>
      {!data && (error ? <LoadError message={error.message} onRetry={() => void refetch()} /> : <PleaseWait />)}
      {data && me?.type === 'employee' && <Lines items={data} />}
      {me?.type === 'user' && <p>{t('Employees ask for stationery here.')}</p>}
      <AlertHost />
    </section>
  )
}
