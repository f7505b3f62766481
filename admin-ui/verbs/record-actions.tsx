import { useNavigate } from 'react-router-dom'
import type { Resource } from '../../domain/resource.ts'
import { t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/session/me.ts'
import { Menu, type MenuItem } from '../../ui-shared/menu.tsx'
import { useMe } from '../../ui-shared/session/session.ts'
import type { Row } from '../list/row.ts'
import { useAct } from '../list/use-act.ts'
import { type RecordVerb, recordVerbs } from '../list/verbs.ts'
import { ownVerbs } from './own-verbs.ts'
import { useVerb } from './use-verb.ts'

// Of activating and deactivating, only the one that changes something. What there is one of is neither put away nor deleted.
const offered = ({ isSingleton }: Resource, row: Row): readonly RecordVerb[] =>
  isSingleton ? [] : [row.deletedAt ? 'activate' : 'deactivate', 'delete']

/** The Actions of an edit screen, by state and permission; `beforeLeaving` runs when the record is deleted. */
export const RecordActions = ({
  resource,
  row,
  back,
  beforeLeaving,
}: {
  resource: Resource
  row: Row
  back: string
  beforeLeaving: () => Promise<void>
}) => {
  const me = useMe()
  const navigate = useNavigate()
  const { act, isBusy } = useAct(resource)
  const { run, isBusy: isRunning } = useVerb(resource)
  const isWaiting = isBusy || isRunning
  const standard = async (verb: RecordVerb) => {
    const failed = await act(verb, [row])
    if (verb !== 'delete' || failed === null || failed.length > 0) return
    await beforeLeaving()
    await navigate(back)
  }
  const own = ownVerbs(resource, row, me).map((one) => ({
    label: t(one.verb.label),
    onSelect: () => void (isWaiting || run(row, one)),
  }))
  const others = offered(resource, row)
    .filter(
      (verb) => resource.events[verb] !== undefined && can(me, `${recordVerbs[verb].permission}-${resource.area}`),
    )
    .map((verb) => ({
      label: t(recordVerbs[verb].label),
      isDanger: verb === 'delete',
      onSelect: () => void (isWaiting || standard(verb)),
    }))
  const items: MenuItem[] = [...own, ...others]
  return items.length > 0 && <Menu items={items}>{t('Actions')}</Menu>
}
