import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { t } from '../../../ui-shared/i18n.ts'
import { floating } from '../../shell/floating.ts'
import { Menu } from '../../../ui-shared/menu.tsx'
import { showDialog } from '../../../ui-shared/overlay/shown.tsx'
import { SaveViewDialog } from './save-view-dialog.tsx'
import { PreferencesDialog } from './preferences-dialog.tsx'
import type { Column } from '../cells/columns.tsx'
import { keepPreferences } from './keep-preferences.ts'
import type { ListPreferences, PreferencesPlace } from './list-preferences.ts'

export type ViewProps = {
  columns: readonly Column[]
  preferences: ListPreferences
  place: PreferencesPlace
  /** What is filtered and sorted now, as it stands in the address. */
  search: string
}

// Which page of it was open is no part of a view.
const withoutPage = (search: string): string => {
  const parameters = new URLSearchParams(search)
  parameters.delete('page')
  return parameters.toString()
}

/** The views that were saved of a list, how to save one more, and its columns and density. */
export const ViewMenu = ({ columns, preferences, place, search }: ViewProps) => {
  const client = useQueryClient()
  const onPreferences = (next: ListPreferences) => void keepPreferences(client, place, next)
  const navigate = useNavigate()
  const save = (name: string) => {
    const others = preferences.views.filter((view) => view.name !== name)
    onPreferences({ ...preferences, views: [...others, { name, search: withoutPage(search) }] })
  }
  const items = [
    ...preferences.views.map((view) => ({
      label: view.name,
      onSelect: () => void navigate({ search: view.search }),
    })),
    {
      label: t('Save this view…'),
      onSelect: () => showDialog((close) => <SaveViewDialog key="save-view" onSave={save} onClose={close} />),
    },
    ...(columns.length > 0 || preferences.views.length > 0
      ? [
          {
            label: columns.length > 0 ? t('Columns, density and views…') : t('Saved views…'),
            onSelect: () =>
              showDialog((close) => (
                <PreferencesDialog
                  key="preferences"
                  {...{ columns, onPreferences }}
                  first={preferences}
                  onClose={close}
                />
              )),
          },
        ]
      : []),
  ]
  return (
    <Menu items={items} float={floating} isOpenAtFirst>
      {t('View')}
    </Menu>
  )
}
