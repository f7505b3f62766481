import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Option } from '../api/answers.ts'

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

/** What is typed, told to `search` once nothing was typed for a moment. */
export const useTyped = (search: SearchSelectProps['search']) => {
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
