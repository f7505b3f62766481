import { useMe } from '../../ui-shared/session/session.ts'
import { asEntries } from '../edit/fields/field-values.ts'
import { flatten } from '../edit/fields/flat-tree.ts'
import { entryRights } from '../edit/standing.ts'
import { TreeField } from '../edit/fields/tree-field.tsx'
import type { WidgetProps } from '../edit/fields/widget-props.ts'
import { MenuSources } from './menu-sources.tsx'

/** The tree of the menu, and below it what can be added to it. */
export const MenuField = (props: WidgetProps) => {
  const { field, form, value, isDisabled, onChange } = props
  const { mayAdd } = entryRights(useMe(), form.resource, field)
  const room = (field.max ?? 200) - flatten(value).length
  return (
    <>
      <TreeField {...props} />
      {!isDisabled && mayAdd && (
        <MenuSources
          field={field}
          room={form.isBusy ? 0 : room}
          onAdd={(entries) => onChange([...asEntries(value), ...entries])}
        />
      )}
    </>
  )
}
