import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { Icon } from '../../ui-shared/drawings/icons.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { KeptNotice } from '../../ui-shared/kept/kept-notice.tsx'
import { type KeptForm, useKeptForm } from '../../ui-shared/kept/use-kept-form.ts'
import { AlertHost, showAlert, showError } from '../../ui-shared/overlay/alert.tsx'
import { ask, ConfirmHost } from '../../ui-shared/overlay/confirm.tsx'
import { useMe } from '../../ui-shared/session/session.ts'
import { LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { mineQuery } from '../mine/mine-queries.ts'
import { usePortalTitle } from '../titles.ts'
import { ItemPicture } from './item-field.tsx'
import { usualItems } from './items.ts'
import { LineFields } from './line-fields.tsx'
import { SendButton } from './send-button.tsx'
import {
  blankLine,
  isBlank,
  type Item,
  itemsQuery,
  type Line,
  linesFrom,
  notAQuantity,
  quantityOf,
} from './stationery-queries.ts'
import { sayMissing, useSendOnce } from './use-sending.ts'
import '../styles/send.css'

const record = 'request/new'

const isWhole = (line: Line) => line.value !== '' && quantityOf(line) !== null

/** Puts the focus, which an alert gives back once it is closed, on the first field that has to be changed. */
const focusFirst = (form: HTMLElement, lines: readonly Line[]) => {
  const place = lines.findIndex((line) => !isWhole(line))
  const control = lines[place]?.value === '' ? '.item' : 'input'
  form.querySelectorAll('fieldset')[place]?.querySelector<HTMLElement>(control)?.focus()
}

const isMissing = ({ value, quantity }: Line) => value === '' || quantity.trim() === ''

const useLines = (items: readonly Item[], kept: KeptForm) => {
  const [lines, show] = useState<readonly Line[]>(() => linesFrom(kept.found?.values.lines))
  const setLines = (now: readonly Line[]) => {
    show(now)
    kept.keep(now.every(isBlank) ? null : { lines: now })
  }
  const [isSending, setSending] = useState(false)
  // The lines that were there when it was tried to send them: one that was added since is not judged yet.
  const [checked, setChecked] = useState<readonly string[]>([])
  const check = () => setChecked(lines.map(({ uid }) => uid))
  const sendOnce = useSendOnce('/utility/request_stationery')
  const client = useQueryClient()
  const change = (uid: string, part: Partial<Line>) =>
    setLines(lines.map((line) => (line.uid === uid ? { ...line, ...part } : line)))
  const send = async () => {
    setSending(true)
    try {
      const content = lines.map((line) => {
        const { uid, value, remarks } = line
        const item = items.find((one) => String(one.value) === value)
        return { uid, name: item?.name, value, quantity: quantityOf(line), unit: item?.unit, remarks }
      })
      await sendOnce({ content }, { record, typed: { lines } })
      show([blankLine()])
      void kept.drop()
      await client.invalidateQueries({ queryKey: ['mine'] })
    } catch (error) {
      check()
      showError(error)
    } finally {
      setSending(false)
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSending) return
    if (lines.every(isWhole)) return void send()
    check()
    focusFirst(event.currentTarget, lines)
    if (lines.some(isMissing)) return sayMissing()
    showAlert(t('Error'), [notAQuantity()])
  }
  return { lines, setLines, isSending, checked, change, submit }
}

const mayReplace = () =>
  ask({
    title: t('Replace your lines?'),
    words: [t('The lines of your last request take the place of those that you have filled in.')],
    action: t('Replace'),
  })

/** The lines of the last request, as far as its items are still there, and what was asked for in the latest ones. */
const useBefore = (items: readonly Item[]) => {
  const { data } = useQuery(mineQuery({ page: 1, category: 'requests' }))
  const asked = data?.data ?? []
  const usual = usualItems(
    items,
    asked.flatMap(({ lines }) => lines),
  )
  const last = (asked.find(({ lines }) => lines.length > 0)?.lines ?? [])
    .filter(({ item }) => items.some(({ value }) => value === item?.id))
    .map(({ item, quantity, remarks }) => ({
      ...blankLine(),
      value: String(item?.id),
      quantity: String(quantity ?? ''),
      remarks,
    }))
  return { usual, last }
}

/** One touch puts what was asked for before onto a line. */
const Usual = ({ items, isBusy, onAdd }: { items: readonly Item[]; isBusy: boolean; onAdd: (item: Item) => void }) => {
  const heading = useId()
  return (
    <div className="usual">
      <h2 id={heading}>{t('Asked for before')}</h2>
      <ul aria-labelledby={heading}>
        {items.map((item) => (
          <li key={item.value}>
            <button type="button" className="btn" disabled={isBusy} onClick={() => onAdd(item)}>
              {item.picture ? <ItemPicture item={item} /> : <Icon name="add" />}
              {item.name}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

const Lines = ({ items, kept }: { items: readonly Item[]; kept: KeptForm }) => {
  const { lines, setLines, isSending, checked, change, submit } = useLines(items, kept)
  const { usual, last } = useBefore(items)
  const [added, setAdded] = useState<string | null>(null)
  const repeat = async () => {
    if (lines.every(isBlank) || (await mayReplace())) setLines(last)
  }
  const add = ({ value }: Item) => {
    const taken = { ...blankLine(), value: String(value), quantity: '1' }
    const blank = lines.find(isBlank)
    setLines(blank ? lines.map((line) => (line === blank ? { ...taken, uid: line.uid } : line)) : [...lines, taken])
  }
  const addLine = () => {
    const line = blankLine()
    setAdded(line.uid)
    setLines([...lines, line])
  }
  return (
    <form noValidate onSubmit={submit}>
      {usual.length > 0 && <Usual items={usual} isBusy={isSending} onAdd={add} />}
      {last.length > 0 && (
        <button type="button" className="btn" disabled={isSending} onClick={() => void repeat()}>
          {t('Repeat my last request')}
        </button>
      )}
      {lines.map((line, index) => (
        <LineFields
          key={line.uid}
          line={line}
          place={index + 1}
          items={items}
          usual={usual}
          isBusy={isSending}
          isChecked={checked.includes(line.uid)}
          isAdded={line.uid === added}
          onChange={(part) => change(line.uid, part)}
          onRemove={lines.length > 1 ? () => setLines(lines.filter(({ uid }) => uid !== line.uid)) : null}
        />
      ))}
      <div className="acts">
        <button type="button" className="btn" disabled={isSending} onClick={addLine}>
          {t('Add line')}
        </button>
        <SendButton isBusy={isSending} />
      </div>
    </form>
  )
}

const Form = ({ items }: { items: readonly Item[] }) => {
  const kept = useKeptForm(record)
  if (kept.found === undefined) return null
  return (
    <>
      <KeptNotice kept={kept} />
      <Lines key={kept.round} items={items} kept={kept} />
      <ConfirmHost />
    </>
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
      {data && me?.type === 'employee' && <Form items={data} />}
      {me?.type === 'user' && <p>{t('Employees ask for stationery here.')}</p>}
      <AlertHost />
    </section>
  )
}
