import { PrimeReactProvider } from 'primereact/api'
import { Dropdown } from 'primereact/dropdown'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import '../styles/search-select.css'
import type { Option } from '../api/answers.ts'
import { Icon } from '../drawings/icons.tsx'
import { t } from '../i18n.ts'

// The library writes its own style elements; the server's policy asks them for the page's nonce.
const pageNonce = (): string => document.querySelector<HTMLMetaElement>('meta[name=csp-nonce]')?.content ?? ''

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
}

const useChoices = ({ options, isRequired }: SearchSelectProps) =>
  useMemo(() => {
    const known = options.map((option) => ({ value: String(option.value), label: option.label }))
    return isRequired ? known : [{ value: '', label: t('None') }, ...known]
  }, [options, isRequired])

const useBox = ({ id, describedBy, isRequired, isInvalid }: SearchSelectProps, isOpen: boolean) => {
  const box = useRef<HTMLInputElement>(null)
  useSpoken(box, {
    role: 'combobox',
    'aria-expanded': String(isOpen),
    'aria-controls': isOpen ? `${id}list` : undefined,
    'aria-describedby': describedBy,
    'aria-required': isRequired ? 'true' : undefined,
    'aria-invalid': isInvalid ? 'true' : undefined,
  })
  return box
}

/** A select that can be searched, for what may have many choices. `value` is a text; empty is none. */
export const SearchSelect = (props: SearchSelectProps) => {
  const provider = useMemo(() => ({ nonce: pageNonce() }), [])
  const [isOpen, setOpen] = useState(false)
  const choices = useChoices(props)
  const box = useBox(props, isOpen)
  return (
    <PrimeReactProvider value={provider}>
      <Dropdown
        inputId={props.id}
        ariaLabelledBy={props.labelId}
        focusInputRef={box}
        invalid={props.isInvalid}
        value={props.value || null}
        options={choices}
        placeholder={props.placeholder}
        disabled={props.isDisabled}
        filter
        filterPlaceholder={t('Search')}
        emptyMessage={t('Nothing to choose from')}
        emptyFilterMessage={t('Nothing found')}
        dropdownIcon={<Icon name="down" />}
        appendTo="self"
        pt={passThrough(`${props.id}list`)}
        onShow={() => setOpen(true)}
        onHide={() => setOpen(false)}
        onChange={(event) => props.onChange(typeof event.value === 'string' ? event.value : '')}
      />
    </PrimeReactProvider>
  )
}
