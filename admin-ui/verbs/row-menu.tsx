import { useLocation, useNavigate } from 'react-router-dom'
import type { Resource } from '../../domain/resource.ts'
import { t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/session/me.ts'
import { floating } from '../shell/floating.ts'
import { Menu, type MenuItem } from '../../ui-shared/menu.tsx'
import { useMe } from '../../ui-shared/session/session.ts'
import { besideList } from '../shell/beside-list.ts'
import { keyOf, type Row } from '../list/row.ts'
import type { ScreenOverrides } from '../list/screen.ts'
import { showHistory } from './record-history.tsx'
import { useRecordMenu } from './use-record-menu.ts'

/** The menu of a row in a list, open at first: it is loaded once somebody asks for it. */
export const RowMenu = ({
  label,
  ...about
}: {
  label: string
  resource: Resource
  overrides: ScreenOverrides
  row: Row
  isInTrash: boolean
}) => {
  const { resource, overrides, row, isInTrash } = about
  const { search } = useLocation()
  const me = useMe()
  const navigate = useNavigate()
  const items = useRecordMenu(about)
  const edit: MenuItem = {
    label: resource.events.edit !== undefined && can(me, `u-${resource.area}`) ? t('Edit') : t('Open'),
    onSelect: () =>
      overrides.openAt
        ? void navigate({ pathname: overrides.openAt(row), search }, { state: besideList })
        : void navigate(`/dashboard/${resource.name}/${encodeURIComponent(keyOf(row))}`),
  }
  const history: MenuItem = { label: t('History'), onSelect: () => showHistory(resource, row) }
  return (
    <Menu
      items={isInTrash ? [...items, history] : [edit, ...items.slice(0, -1), history, ...items.slice(-1)]}
      label={label}
      className="btn bare small dots"
      icon="more"
      float={floating}
      isOpenAtFirst
    />
  )
}
