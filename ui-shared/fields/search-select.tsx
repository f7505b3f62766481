import { Dropdown } from 'primereact/dropdown'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import '../styles/search-select.css'
import type { Option } from '../api/answers.ts'
import { Icon } from '../drawings/icons.tsx'
import { t } from '../i18n.ts'
import { Prime } from '../prime.tsx'

// What axe finds in the component as it ships is put right here, once.
const passThrough = (listId: string) => ({
  panel: { id: listId },
  root: { 'aria-activedescendant': undefined },
  input: { 'aria-activedescendant': undefined },
  select: { 'aria-hidden': true, tabIndex: -1 },
  filterInput: { 'aria-label': t('Search') },
  trigger: {
    role: 'presentation',
    'aria-label': undefined,
    'aria-expanded': undefined,
    'aria-haspopup': undefined,
    'aria-hidden': true,
  },
})

// Its box does not say what it is, and its parts for the box and for the shown words cannot be told apart from outside.
const useSpoken = (input: RefObject<HTMLElement | null>, attributes: Record<string, string | undefined>) => {
  useEffect(() => {
    for (const [name, value] of Object.entries(attributes)) {
      if (value === undefined) input.current?.removeAttribute(name)
      else input.current?.setAttribute(name, value)
    }
  })
}

export type SearchSelectProps = {
  id: string
  labelId: string
  describedBy: string | undefined
  isInvalid: boolean
  isRequired: boolean
  value: string
  options: readonly Option[]
  placeholder: string
  isDisabled: boolean
  onChange: (value: string) => void
  /** The chosen one, where it need not be among the options. */
  chosen?: Option | undefined
  /** Where not all can be offered: looks for others, which come as options. */
  search?: ((text: string) => void) | undefined
}

const useChoices = ({ options, isRequired, search }: SearchSelectProps, typed: string) =>
  useMemo(() => {
    // What was looked for elsewhere is not looked through again: each choice counts as one that holds what is typed.
    const found = search ? typed : undefined
    const known = options.map(({ value, label }) => ({ value: String(value), label, found: found ?? label }))
    return isRequired || typed !== '' ? known : [{ value: '', label: t('None'), found: t('None') }, ...known]
  }, [options, isRequired, search, typed])

const searchAfter = 250

/** What is typed, told to `search` once nothing was typed for a moment. */
const useTyped = (search: SearchSelectProps['search']) => {
  const [typed, setTyped] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => search?.(typed.trim()), searchAfter)
    return () => clearTimeout(timer)
  }, [typed, search])
  return { typed, setTyped }
}

const useBox = ({ id, labelId, describedBy, isRequired, isInvalid }: SearchSelectProps, isOpen: boolean) => {
  const box = useRef<HTMLInputElement>(null)
  useSpoken(box, {
    role: 'combobox',
    'aria-expanded': String(isOpen),
    'aria-controls': isOpen ? `${id}list` : undefined,
    'aria-labelledby': labelId,
    'aria-describedby': describedBy,
    'aria-required': isRequired ? 'true' : undefined,
    'aria-invalid': isInvalid ? 'true' : undefined,
  })
  return box
}

/** A select that can be searched, for what may have many choices. `value` is a text; empty is none. */
export const SearchSelect = (props: SearchSelectProps) => {
  const [isOpen, setOpen] = useState(false)
  const { typed, setTyped } = useTyped(props.search)
  const choices = useChoices(props, typed)
  const { chosen, placeholder } = props
  const box = useBox(props, isOpen)
  return (
    <Prime>
      <Dropdown
        inputId={props.id}
        focusInputRef={box}
        invalid={props.isInvalid}
        value={props.value || null}
        options={choices}
        placeholder={placeholder}
        valueTemplate={(option) => option?.label ?? chosen?.label ?? placeholder}
        disabled={props.isDisabled}
        filter
        filterBy="found"
        filterDelay={0}
        resetFilterOnHide
        onFilter={({ filter }) => setTyped(filter)}
        filterPlaceholder={t('Search')}
        emptyMessage={t('Nothing to choose from')}
        emptyFilterMessage={t('Nothing found')}
        dropdownIcon={<Icon name="down" />}
        appendTo="self"
        pt={passThrough(`${props.id}list`)}
        onShow={() => setOpen(true)}
        onHide={() => {
          setOpen(false)
          setTyped('')
        }}
        onChange={(event) => props.onChange(typeof event.value === 'string' ? event.value : '')}
      />
    </Prime>
  )
}
