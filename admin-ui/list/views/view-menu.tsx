import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import type { Resource } from '../../../domain/resource.ts'
import { t } from '../../../ui-shared/i18n.ts'
import { Menu } from '../../../ui-shared/menu.tsx'
import { showDialog } from '../../../ui-shared/overlay/shown.tsx'
import { can } from '../../../ui-shared/session/me.ts'
import { useMe } from '../../../ui-shared/session/session.ts'
import { floating } from '../../shell/floating.ts'
import type { Column } from '../cells/columns.tsx'
import { gridPath, mayUseGrid } from '../grid/grid-fields.ts'
import { keepPreferences } from './keep-preferences.ts'
import type { ListPreferences, PreferencesPlace } from './list-preferences.ts'
import { PreferencesDialog } from './preferences-dialog.tsx'
import { SaveViewDialog } from './save-view-dialog.tsx'
import { SharedLines } from './shared-lines.tsx'
import { sharedViewsQuery, useSharing } from './shared-views.ts'

export type ViewProps = {
  columns: readonly Column[]
  preferences: ListPreferences
  place: PreferencesPlace
  /** What is filtered and sorted now, as it stands in the address. */
  search: string
  /** Whose views may be shared; none where a list is no resource's. */
  resource?: Resource
}

// Which page of it was open is no part of a view.
const withoutPage = (search: string): string => {
  const parameters = new URLSearchParams(search)
  parameters.delete('page')
  return parameters.toString()
}

// Who reads a list has its shared views, who edits its records shares them.
const useShared = (resource: ViewProps['resource']) => {
  const me = useMe()
  const isReader = resource !== undefined && can(me, `r-${resource.area}`)
  const name = resource?.name ?? ''
  const { data = [] } = useQuery({ ...sharedViewsQuery(name), enabled: isReader })
  return {
    name,
    shared: isReader ? data : [],
    mayShare: isReader && can(me, `u-${resource.area}`),
    ...useSharing(name),
  }
}

/** The views that were saved of a list, how to save one more, and its columns and density. */
export const ViewMenu = ({ columns, preferences, place, search, resource }: ViewProps) => {
  const client = useQueryClient()
  const me = useMe()
  const onPreferences = (next: ListPreferences) => void keepPreferences(client, place, next)
  const navigate = useNavigate()
  const { name: list, shared, mayShare, share } = useShared(resource)
  const save = async (name: string, isShared: boolean) => {
    if (isShared) return share(name, withoutPage(search))
    const others = preferences.views.filter((view) => view.name !== name)
    onPreferences({ ...preferences, views: [...others, { name, search: withoutPage(search) }] })
  }
  const askName = () =>
    showDialog((close) => (
      <SaveViewDialog
        key="save-view"
        title={t('Save this view')}
        words={
          mayShare
            ? t('Search, filters, order and rows per page.')
            : t('Search, filters, order and rows per page, for you alone.')
        }
        {...{ mayShare }}
        onSave={save}
        onClose={close}
      />
    ))
  const askPreferences = () =>
    showDialog((close) => (
      <PreferencesDialog key="preferences" {...{ columns, onPreferences }} first={preferences} onClose={close}>
        {mayShare && <SharedLines resource={list} />}
      </PreferencesDialog>
    ))
  const isOrdered = columns.length > 0 || preferences.views.length > 0
  const items = [
    ...preferences.views.map((view) => ({
      label: view.name,
      onSelect: () => void navigate({ search: view.search }),
    })),
    ...shared.map((view) => ({
      label: t('{name} (shared)', { name: view.name }),
      onSelect: () => void navigate({ search: view.search }),
    })),
    { label: t('Save this view…'), onSelect: askName },
    ...(resource && mayUseGrid(me, resource) && new URLSearchParams(search).get('status') !== 'deleted'
      ? [{ label: t('Edit in a grid'), onSelect: () => void navigate(gridPath(resource, search)) }]
      : []),
    ...(isOrdered
      ? [
          {
            label: columns.length > 0 ? t('Columns, density and views…') : t('Saved views…'),
            onSelect: askPreferences,
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
