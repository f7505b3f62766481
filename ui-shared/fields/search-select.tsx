import { Dropdown } from 'primereact/dropdown'
import { useMemo, useState } from 'react'
import '../styles/search-select.css'
import { Icon } from '../drawings/icons.tsx'
import { t } from '../i18n.ts'
import { Prime } from '../prime.tsx'
import { type SearchSelectProps, useBox, useTyped } from './search-select-box.ts'

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
