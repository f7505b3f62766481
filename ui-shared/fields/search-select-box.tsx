import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Option } from '../api/answers.ts'
import { Icon } from '../drawings/icons.tsx'
import { t } from '../i18n.ts'

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

// Its box does not say what it is, and its parts for the box and for the shown words cannot be told apart from outside.
const useSpoken = (input: RefObject<HTMLElement | null>, attributes: Record<string, string | undefined>) => {
  useEffect(() => {
    for (const [name, value] of Object.entries(attributes)) {
      if (value === undefined) input.current?.removeAttribute(name)
      else input.current?.setAttribute(name, value)
    }
  })
}

const searchAfter = 250

// What is typed, told to `search` once nothing was typed for a moment.
const useTyped = (search: SearchSelectProps['search']) => {
  const [typed, setTyped] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => search?.(typed.trim()), searchAfter)
    return () => clearTimeout(timer)
  }, [typed, search])
  return { typed, setTyped }
}

/** The box of a select that is searched, with what it must say of itself. */
export const useBox = <Box extends HTMLElement = HTMLInputElement>(
  {
    id,
    labelId,
    describedBy,
    isRequired,
    isInvalid,
  }: Pick<SearchSelectProps, 'id' | 'labelId' | 'describedBy' | 'isRequired' | 'isInvalid'>,
  isOpen: boolean,
) => {
  const box = useRef<Box>(null)
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

type Searched = Omit<SearchSelectProps, 'value' | 'onChange' | 'chosen'>

/** A select that can be searched, of one or of several: what is typed, its box, and what both set alike. */
export const useSearched = <Box extends HTMLElement = HTMLInputElement>(props: Searched) => {
  const [isOpen, setOpen] = useState(false)
  const { typed, setTyped } = useTyped(props.search)
  const box = useBox<Box>(props, isOpen)
  const attributes = {
    inputId: props.id,
    invalid: props.isInvalid,
    placeholder: props.placeholder,
    disabled: props.isDisabled,
    filter: true,
    filterBy: 'found',
    filterDelay: 0,
    resetFilterOnHide: true,
    filterInputAutoFocus: true,
    onFilter: ({ filter }: { filter: string }) => setTyped(filter),
    filterPlaceholder: t('Search'),
    emptyMessage: t('Nothing to choose from'),
    emptyFilterMessage: t('Nothing found'),
    dropdownIcon: <Icon name="down" />,
    appendTo: 'self' as const,
    onShow: () => setOpen(true),
    onHide: () => {
      setOpen(false)
      setTyped('')
    },
  }
  return { typed, isOpen, box, attributes }
}
