import { FileField } from '../../ui-shared/fields/file-field.tsx'
import { asPicture } from '../edit/fields/field-values.ts'
import { frameOf, type WidgetProps } from '../edit/fields/widget-props.ts'
import { type Row, textOf } from '../list/row.ts'

const kept = (row: Row) => ({
  link: textOf(row, 'link'),
  id: row.id,
  file: null,
  ...(textOf(row, 'extension') === 'pdf' ? { type: 'application/pdf' } : {}),
})

/** The bytes of a file: what is there, and what takes its place under the same link. */
export const FileControl = (props: WidgetProps) => {
  const { row, isBusy, progressOf } = props.form
  return (
    <FileField
      {...frameOf(props)}
      takes={row && textOf(row, 'thumbnail') ? 'pictures' : 'anything'}
      isReplacement={row !== null}
      value={asPicture(props.value) ?? (row && kept(row))}
      disabled={props.isDisabled || isBusy}
      progress={progressOf(props.path)}
      onChange={props.onChange}
    />
  )
}
