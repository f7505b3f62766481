import { type FormEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Field } from '../../../domain/fields/field.ts'
import { pathOf } from '../../../domain/fields/walk.ts'
import { say, t } from '../../../ui-shared/i18n.ts'
import { Dialog } from '../../../ui-shared/overlay/dialog.tsx'
import { useUnkept } from '../../../ui-shared/overlay/unkept.ts'
import { asParts, type Entry, sendValue } from './field-values.ts'
import { PartFields } from './object-field.tsx'
import type { WidgetProps } from './widget-props.ts'

const problemsIn = (fields: Field['fields'] = {}, node: Entry, path: string): Record<string, string> => {
  const found: Record<string, string> = {}
  for (const [name, field] of Object.entries(fields)) {
    const sent = sendValue(node[name] ?? null, field, name, [])
    for (const issue of field.input.safeParse(sent).error?.issues ?? [])
      found[`${path}.${pathOf(name, issue.path)}`] ??= say(issue.message)
  }
  return found
}

/** The fields of one node of a tree. Nothing of it is in the form until it is applied. */
export const NodeDialog = ({
  title,
  node,
  props,
  onApply,
  onClose,
}: {
  title: string
  node: Entry
  /** Of the tree. */
  props: WidgetProps
  onApply: (node: Entry) => void
  onClose: () => void
}) => {
  const { field, form } = props
  const path = `${props.path}[${node.id}]`
  const [draft, setDraft] = useState(node)
  const [problems, setProblems] = useState<Record<string, string>>({})
  useUnkept(draft !== node)
  const apply = (event: FormEvent) => {
    event.preventDefault()
    // A form in a form: the record is not saved by this.
    event.stopPropagation()
    const found = problemsIn(field.fields, draft, path)
    setProblems(found)
    if (Object.keys(found).length === 0) onApply(draft)
  }
  return createPortal(
    <Dialog title={title} size="wide" onClose={onClose}>
      <form onSubmit={apply} noValidate>
        <div className="fields">
          <PartFields
            {...props}
            form={{ ...form, errors: { ...form.errors, ...problems } }}
            path={path}
            fields={field.fields}
            value={draft}
            onParts={(parts) => {
              setProblems({})
              setDraft({ ...draft, ...asParts(parts) })
            }}
          />
        </div>
        <div className="acts">
          <button type="button" className="btn" onClick={onClose}>
            {t('Cancel')}
          </button>
          <button type="submit" className="btn go">
            {t('Apply')}
          </button>
        </div>
      </form>
    </Dialog>,
    document.body,
  )
}
