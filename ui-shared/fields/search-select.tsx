import { Dropdown } from 'primereact/dropdown'
import { type KeyboardEvent, type RefObject, useEffect, useMemo } from 'react'
import '../styles/search-select.css'
import { t } from '../i18n.ts'
import { Prime } from '../prime.tsx'
import { type SearchSelectProps, useSearched } from './search-select-box.tsx'

// What axe finds in the component as it ships is put right here, once.
const passThrough = (listId: string, onKeyDown: (event: KeyboardEvent<HTMLElement>) => void) => ({
  panel: { id: listId, onKeyDown },
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

const useChoices = ({ options, isRequired, search }: SearchSelectProps, typed: string) =>
  useMemo(() => {
    // What was looked for elsewhere is not looked through again: each choice counts as one that holds what is typed.
    const found = search ? typed : undefined
    const known = options.map(({ value, label }) => ({ value: String(value), label, found: found ?? label }))
    return isRequired || typed !== '' ? known : [{ value: '', label: t('None'), found: t('None') }, ...known]
  }, [options, isRequired, search, typed])

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

// Enter takes the first that was found, once it stands there: others may still be looked for. Nothing is taken where nothing is typed.
const takeFirst = ({ currentTarget, target, key, nativeEvent }: KeyboardEvent<HTMLElement>): void => {
  if (key !== 'Enter' || nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return
  const typed = plain(target.value.trim())
  const [first] = currentTarget.querySelectorAll<HTMLElement>('.p-dropdown-item')
  const isReached = currentTarget.querySelector('.p-focus') !== null
  if (typed !== '' && first && !isReached && plain(first.textContent).includes(typed)) first.click()
}

// It keeps the place that the keys had reached in an earlier list, where 'None' or another may stand by now.
const useUnreached = (box: RefObject<HTMLElement | null>, typed: string, isOpen: boolean) =>
  useEffect(() => {
    const field = isOpen && box.current?.closest('.p-dropdown')?.querySelector('.p-dropdown-filter')
    if (field) field.dispatchEvent(new KeyboardEvent('keydown', { code: 'ArrowLeft', bubbles: true }))
  }, [box, typed, isOpen])

/** A select that can be searched, for what may have many choices. `value` is a text; empty is none. */
export const SearchSelect = (props: SearchSelectProps) => {
  const { typed, isOpen, box, attributes } = useSearched(props)
  useUnreached(box, typed, isOpen)
  const choices = useChoices(props, typed)
  const { chosen, placeholder } = props
  const act = (event: KeyboardEvent<HTMLElement>) => {
    takeFirst(event)
    if (event.key === 'Escape') box.current?.focus()
  }
  return (
    <Prime>
      <Dropdown
        {...attributes}
        focusInputRef={box}
        value={props.value || null}
        options={choices}
        valueTemplate={(option) => option?.label ?? chosen?.label ?? placeholder}
        focusOnHover={false}
        pt={passThrough(`${props.id}list`, act)}
        onChange={(event) => props.onChange(typeof event.value === 'string' ? event.value : '')}
      />
    </Prime>
  )
}
