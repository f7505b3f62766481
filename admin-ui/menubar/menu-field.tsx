import { t } from '../../ui-shared/i18n.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { asEntries } from '../edit/fields/field-values.ts'
import { flatten } from '../edit/fields/flat-tree.ts'
import { entryRights } from '../edit/standing.ts'
import { TreeField } from '../edit/fields/tree-field.tsx'
import type { WidgetProps } from '../edit/fields/widget-props.ts'
import { entriesOf, isEntryBroken, useMenuData } from './menu-data.ts'
import { MenuControl } from './menu-control.tsx'
import { MenuPreview } from './menu-preview.tsx'
import { MenuSources } from './menu-sources.tsx'

/** The tree of the menu, beside it what the portal makes of it, and below it what can be added. */
export const MenuField = (props: WidgetProps) => {
  const { field, form, value, isDisabled, onChange } = props
  const { mayAdd } = entryRights(useMe(), form.resource, field)
  const room = (field.max ?? 200) - flatten(value).length
  const data = useMenuData()
  return (
    <>
      <div className="menu-board">
        <TreeField
          {...props}
          form={{ ...form, Control: MenuControl }}
          mark={(entry) =>
            isEntryBroken(entry, data.there) && <span className="wrong">{t('Leads nowhere, so it is left out')}</span>
          }
        />
        <MenuPreview entries={entriesOf(value, data.there)} />
      </div>
      {!isDisabled && mayAdd && (
        <MenuSources
          {...{ field, data }}
          room={form.isBusy ? 0 : room}
          onAdd={(entries) => onChange([...asEntries(value), ...entries])}
        />
      )}
    </>
  )
}
