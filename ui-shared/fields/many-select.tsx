import { MultiSelect } from 'primereact/multiselect'
import { type RefObject, useEffect, useMemo } from 'react'
import '../styles/many-select.css'
import type { Option } from '../api/answers.ts'
import { Icon } from '../drawings/icons.tsx'
import { t } from '../i18n.ts'
import { Prime } from '../prime.tsx'
import { type SearchSelectProps, useSearched } from './search-select-box.tsx'

type Props = Omit<SearchSelectProps, 'value' | 'onChange' | 'chosen'> & {
  values: readonly string[]
  /** Those that are held, also those that are not among the options. */
  chosen: readonly Option[]
  onChange: (values: string[]) => void
  max?: number | undefined
}

// What axe finds in the component as it ships is put right here, once; the rest is in the style sheet.
const passThrough = ({ id, labelId }: Props) => ({
  list: { id: `${id}list`, 'aria-labelledby': labelId },
  filterInput: { root: { 'aria-label': t('Search') } },
})

// Its chips are looked up one by one at every drawing, so that thousands would keep a form from being typed in.
const mostShown = 100

// What was looked for elsewhere is not looked through again: each option counts as one that holds what is typed.
const useMany = ({ options, chosen, values, search }: Props, typed: string) =>
  useMemo(() => {
    const offered = options.map(({ value, label }) => ({
      value: String(value),
      label,
      found: search ? `${label} ${typed}` : label,
    }))
    const known = new Set(offered.map(({ value }) => value))
    const shown = new Set(values.slice(0, mostShown))
    const others = chosen.filter(({ value }) => shown.has(String(value)) && !known.has(String(value)))
    return [...offered, ...others.map(({ value, label }) => ({ value: String(value), label, found: label }))]
  }, [options, chosen, values, search, typed])

// It keeps the place that the keys had reached before something was typed, where another or none stands in what was found:
// Enter would choose what is not there. The key Home takes it to the first of what was found.
const useFirstFound = (box: RefObject<HTMLElement | null>, typed: string, count: number) =>
  useEffect(() => {
    const field = box.current?.closest('.p-multiselect')?.querySelector('.p-multiselect-filter')
    field?.dispatchEvent(new KeyboardEvent('keydown', { code: 'Home', bubbles: true }))
  }, [box, typed, count])

/** A select of several that can be searched. Values are texts. */
export const ManySelect = (props: Props) => {
  // Its box is an input, whatever its types say.
  const { typed, box, attributes } = useSearched<HTMLSelectElement>(props)
  const { values, max } = props
  const choices = useMany(props, typed)
  useFirstFound(box, typed, props.options.length)
  return (
    <Prime>
      <MultiSelect
        {...attributes}
        inputRef={box}
        value={[...values]}
        options={choices}
        display="chip"
        removeIcon={<Icon name="close" />}
        maxSelectedLabels={mostShown}
        selectedItemsLabel={t('{count} selected', { count: values.length })}
        showSelectAll={false}
        {...(max === undefined ? {} : { selectionLimit: max })}
        itemCheckboxIcon={<Icon name="check" />}
        pt={passThrough(props)}
        onChange={({ value }) => props.onChange(Array.isArray(value) ? value.map(String) : [])}
      />
    </Prime>
  )
}
