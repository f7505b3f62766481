import { AutoComplete } from 'primereact/autocomplete'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import '../styles/suggest.css'
import { t } from '../i18n.ts'
import { Prime } from '../prime.tsx'
import { useBox } from './search-select-box.tsx'

/** What is offered for what is typed: `value` is what is taken, `note` tells namesakes apart. */
export type Suggestion = { value: string; label: string; note?: string }

export type SuggestProps = {
  id: string
  labelId: string
  describedBy?: string | undefined
  isInvalid?: boolean
  isRequired?: boolean
  isDisabled?: boolean
  isReadOnly?: boolean
  /** True when the box has the focus from the start, or had it before it could suggest anything. */
  hasFocus?: boolean
  name: string
  placeholder?: string | undefined
  inputMode?: 'url' | undefined
  /** What stands in the box. */
  text: string
  onText: (text: string) => void
  onChoose: (chosen: Suggestion) => void
  /** Asks for suggestions. Nothing is said of finding none where any text may stand (`isFree`). */
  find: (typed: string) => Promise<readonly Suggestion[]>
  isFree?: boolean
  onLeave?: () => void
}

const pause = 250

type Found = { for: string; list: Suggestion[]; isFailed: boolean }

// What was asked last is what is shown, whichever answer comes last. It begins with what was typed before it could suggest anything.
const useFound = (find: SuggestProps['find'], typedBefore: string) => {
  const [found, setFound] = useState<Found>({ for: '', list: [], isFailed: false })
  const asked = useRef('')
  const search = (typed: string) => {
    asked.current = typed
    const take = (list: readonly Suggestion[], isFailed: boolean) => {
      if (asked.current === typed) setFound({ for: typed, list: [...list], isFailed })
    }
    find(typed).then(
      (list) => take(list, false),
      () => take([], true),
    )
  }
  const hasBegun = useRef(typedBefore === '')
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    search(typedBefore)
  })
  return { ...found, search }
}

/** Its highlight is a class: readers of the screen are told here which suggestion it stands on. */
const tellHighlight = ({ currentTarget: box }: KeyboardEvent<HTMLInputElement>, listId: string) => {
  const items = [...(document.getElementById(listId)?.children ?? [])]
  items.forEach((item, at) => Object.assign(item, { id: `${listId}${at}` }))
  const on = items.find((item) => item.getAttribute('data-p-highlight') === 'true')
  if (on) box.setAttribute('aria-activedescendant', on.id)
  else box.removeAttribute('aria-activedescendant')
}

const Line = ({ label, note }: Suggestion) => (
  <>
    <span dir="auto">{label}</span>
    {note && <small>{note}</small>}
  </>
)

/** A line of text with suggestions for what is typed. */
export const Suggest = ({ hasFocus = false, isFree = false, ...props }: SuggestProps) => {
  const { id, onText, onChoose } = props
  const [isOpen, setOpen] = useState(false)
  const [typedBefore] = useState(hasFocus ? props.text.trim() : '')
  const { list, isFailed, search, for: asked } = useFound(props.find, typedBefore)
  const listId = `${id}list`
  const hasList = isOpen && list.length > 0
  const isInvalid = props.isInvalid === true
  const isRequired = props.isRequired === true
  const box = useBox({ id, labelId: props.labelId, describedBy: props.describedBy, isRequired, isInvalid }, hasList)
  const auto = useRef<AutoComplete>(null)
  const isFoundBefore = typedBefore !== '' && asked === typedBefore && list.length > 0
  useEffect(() => {
    if (isFoundBefore) auto.current?.show()
  }, [isFoundBefore])
  return (
    <Prime>
      <AutoComplete
        ref={auto}
        inputId={id}
        inputRef={box}
        inputClassName="in"
        name={props.name}
        placeholder={props.placeholder ?? ''}
        disabled={props.isDisabled === true}
        readOnly={props.isReadOnly === true}
        autoFocus={hasFocus}
        value={props.text}
        suggestions={list}
        completeMethod={({ query }) => search(query.trim())}
        delay={pause}
        selectedItemTemplate={(one: Suggestion | string) => (typeof one === 'string' ? one : one.label)}
        itemTemplate={Line}
        showEmptyMessage={isFailed || !isFree}
        emptyMessage={isFailed ? t('This could not be loaded. Type on to try again.') : t('Nothing found')}
        appendTo="self"
        scrollHeight="none"
        pt={{
          list: { id: listId, 'aria-labelledby': props.labelId },
          input: { root: { dir: 'auto', inputMode: props.inputMode } },
          emptyMessage: { role: 'status' },
        }}
        onChange={({ value }) => (typeof value === 'string' ? onText(value) : onChoose(value))}
        onKeyUp={(event) => tellHighlight(event, listId)}
        onShow={() => setOpen(true)}
        onHide={() => setOpen(false)}
        onBlur={() => props.onLeave?.()}
      />
      <span className="away" role="status">
        {hasList && t('{count, plural, one {# suggestion} other {# suggestions}}', { count: list.length })}
      </span>
    </Prime>
  )
}
