import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import type { Resource } from '../../../domain/resource.ts'
import { t } from '../../../ui-shared/i18n.ts'
import { Menu } from '../../../ui-shared/menu.tsx'
import { showDialog } from '../../../ui-shared/overlay/shown.tsx'
import { can } from '../../../ui-shared/session/me.ts'
import { useMe } from '../../../ui-shared/session/session.ts'
import { useAddress, withValues } from '../../../ui-shared/use-address.ts'
import { floating } from '../../shell/floating.ts'
import type { Column } from '../cells/columns.tsx'
import { gridPath, mayUseGrid } from '../grid/grid-fields.ts'
import { keepPreferences } from './keep-preferences.ts'
import type { ListPreferences, PreferencesPlace } from './list-preferences.ts'
import { PreferencesDialog } from './preferences-dialog.tsx'
import { SaveViewDialog } from './save-view-dialog.tsx'
import { SharedLines } from './shared-lines.tsx'
import { namesColumns, shownBy } from './shown-columns.ts'
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

// Which page of it was open is no part of a view; which columns it shows is, also where these are the reader's own.
const keptOf = ({ columns, preferences, search }: ViewProps): string => {
  const parameters = new URLSearchParams(search)
  parameters.delete('page')
  const shown = columns.filter(shownBy(search, preferences.hidden))
  if (columns.length > 0) parameters.set('columns', shown.map(({ name }) => name).join('.'))
  return parameters.toString()
}

const ordered = (search: string): string => {
  const parameters = new URLSearchParams(search)
  parameters.delete('page')
  parameters.sort()
  return parameters.toString()
}

// Marked as long as the list shows just that: another filter, order or column is another view.
const labelled = (label: string, view: string, search: string): string =>
  ordered(view) === ordered(search) ? t('{name}: shown now', { name: label }) : label

// Columns of an address are changed there: what the reader has hidden in the list stays as it is.
const useAddressedColumns = ({ columns, search }: ViewProps) => {
  const { change } = useAddress()
  if (!namesColumns(search)) return undefined
  const set = (names: readonly string[] | null) =>
    change((now) => withValues(now, { columns: names === null ? '' : names.join('.') }), true)
  const isShown = shownBy(search, [])
  return {
    hidden: columns.filter((column) => !isShown(column)).map(({ name }) => name),
    onHidden: (hidden: readonly string[]) =>
      set(columns.filter(({ name }) => !hidden.includes(name)).map(({ name }) => name)),
    onOwn: () => set(null),
  }
}

const savedWords = (hasColumns: boolean, mayShare: boolean): string => {
  if (!hasColumns) return t('Search, filters, order and rows per page, for you alone.')
  return mayShare
    ? t('Search, filters, columns, order and rows per page.')
    : t('Search, filters, columns, order and rows per page, for you alone.')
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
export const ViewMenu = (props: ViewProps) => {
  const { columns, preferences, place, search, resource } = props
  const client = useQueryClient()
  const me = useMe()
  const onPreferences = (next: ListPreferences) => void keepPreferences(client, place, next)
  const navigate = useNavigate()
  const { name: list, shared, mayShare, share } = useShared(resource)
  const addressed = useAddressedColumns(props)
  const kept = keptOf(props)
  const save = async (name: string, isShared: boolean) => {
    if (isShared) return share(name, kept)
    const others = preferences.views.filter((view) => view.name !== name)
    onPreferences({ ...preferences, views: [...others, { name, search: kept }] })
  }
  const askName = () =>
    showDialog((close) => (
      <SaveViewDialog
        key="save-view"
        title={t('Save this view')}
        words={savedWords(columns.length > 0, mayShare)}
        {...{ mayShare }}
        onSave={save}
        onClose={close}
      />
    ))
  const askPreferences = () =>
    showDialog((close) => (
      <PreferencesDialog
        key="preferences"
        {...{ columns, onPreferences, addressed }}
        first={preferences}
        onClose={close}
      >
        {mayShare && <SharedLines resource={list} />}
      </PreferencesDialog>
    ))
  const isOrdered = columns.length > 0 || preferences.views.length > 0
  const items = [
    ...preferences.views.map((view) => ({
      label: labelled(view.name, view.search, search),
      onSelect: () => void navigate({ search: view.search }),
    })),
    ...shared.map((view) => ({
      label: labelled(t('{name} (shared)', { name: view.name }), view.search, search),
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
