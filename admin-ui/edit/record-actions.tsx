import { useNavigate } from 'react-router-dom'
import type { Resource } from '../../domain/resource.ts'
import { t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/me.ts'
import { Menu, type MenuItem } from '../../ui-shared/menu.tsx'
import { useMe } from '../../ui-shared/session.ts'
import { listPath } from '../list/remembered.ts'
import type { Row } from '../list/row.ts'
import { useAct } from '../list/use-act.ts'
import { type RecordVerb, recordVerbs } from '../list/verbs.ts'

// Of the two, only the one that changes something.
const offered = (row: Row): readonly RecordVerb[] => [row.deletedAt ? 'activate' : 'deactivate', 'delete']

/** The Actions of an edit screen. `beforeLeaving` runs when the record is deleted and its screen is left. */
export const RecordActions = ({
  resource,
  row,
  beforeLeaving,
}: {
  resource: Resource
  row: Row
  beforeLeaving: () => Promise<void>
}) => {
  const me = useMe()
  const navigate = useNavigate()
  const { act, isBusy } = useAct(resource)
  const run = async (verb: RecordVerb) => {
    const failed = await act(verb, [row])
    if (verb !== 'delete' || failed === null || failed.length > 0) return
    await beforeLeaving()
    await navigate(listPath(resource.name))
  }
  const items: MenuItem[] = offered(row)
    .filter((verb) => can(me, `${recordVerbs[verb].permission}-${resource.area}`))
    .map((verb) => ({
      label: t(recordVerbs[verb].label),
      isDanger: verb === 'delete',
      onSelect: () => void (isBusy || run(verb)),
    }))
  if (items.length === 0) return null
  return <Menu items={items}>{t('Actions')}</Menu>
}
