import { Dropdown } from 'primereact/dropdown'
import { useMemo } from 'react'
import '../styles/search-select.css'
import { t } from '../i18n.ts'
import { Prime } from '../prime.tsx'
import { type SearchSelectProps, useSearched } from './search-select-box.tsx'

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

const useChoices = ({ options, isRequired, search }: SearchSelectProps, typed: string) =>
  useMemo(() => {
    // What was looked for elsewhere is not looked through again: each choice counts as one that holds what is typed.
    const found = search ? typed : undefined
    const known = options.map(({ value, label }) => ({ value: String(value), label, found: found ?? label }))
    return isRequired || typed !== '' ? known : [{ value: '', label: t('None'), found: t('None') }, ...known]
  }, [options, isRequired, search, typed])

/** A select that can be searched, for what may have many choices. `value` is a text; empty is none. */
export const SearchSelect = (props: SearchSelectProps) => {
  const { typed, box, attributes } = useSearched(props)
  const choices = useChoices(props, typed)
  const { chosen, placeholder } = props
  return (
    <Prime>
      <Dropdown
        {...attributes}
        focusInputRef={box}
        value={props.value || null}
        options={choices}
        valueTemplate={(option) => option?.label ?? chosen?.label ?? placeholder}
        pt={passThrough(`${props.id}list`)}
        onChange={(event) => props.onChange(typeof event.value === 'string' ? event.value : '')}
      />
    </Prime>
  )
}
