import { useNavigate } from 'react-router-dom'
import type { ReactNode } from 'react'
import type { Resource } from '../../domain/resource.ts'
import { t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/me.ts'
import { Menu, type MenuItem } from '../../ui-shared/menu.tsx'
import { useMe } from '../../ui-shared/session.ts'
import type { Row } from '../list/row.ts'
import { useAct } from '../list/use-act.ts'
import { type RecordVerb, recordVerbs } from '../list/verbs.ts'
import { ownVerbs } from './own-verbs.ts'
import { useVerb } from './use-verb.ts'

// Of activating and deactivating, only the one that changes something.
const offered = (row: Row, isInTrash: boolean): readonly RecordVerb[] =>
  isInTrash ? ['restore'] : [row.deletedAt ? 'activate' : 'deactivate', 'delete']

/** What can be done to a record: verbs of its own by its state, then the standard ones, each by permission. */
export const RecordMenu = ({
  resource,
  row,
  isInTrash = false,
  more = [],
  onDeleted,
  children,
  ...look
}: {
  resource: Resource
  row: Row
  isInTrash?: boolean
  /** What stands before the verbs. */
  more?: readonly MenuItem[]
  onDeleted?: () => Promise<void>
  children: ReactNode
  className?: string
  isFloating?: boolean
}) => {
  const me = useMe()
  const { act, isBusy } = useAct(resource)
  const { run, isBusy: isRunning } = useVerb(resource)
  const standard = async (verb: RecordVerb) => {
    const failed = await act(verb, [row])
    if (verb === 'delete' && failed?.length === 0) await onDeleted?.()
  }
  const isWaiting = isBusy || isRunning
  const own = isInTrash ? [] : ownVerbs(resource, row, me)
  const items: MenuItem[] = [
    ...more,
    ...own.map((one) => ({ label: t(one.verb.label), onSelect: () => void (isWaiting || run(row, one)) })),
    ...offered(row, isInTrash)
      .filter(
        (verb) => resource.events[verb] !== undefined && can(me, `${recordVerbs[verb].permission}-${resource.area}`),
      )
      .map((verb) => ({
        label: t(recordVerbs[verb].label),
        isDanger: verb === 'delete',
        onSelect: () => void (isWaiting || standard(verb)),
      })),
  ]
  if (items.length === 0) return null
  return (
    <Menu items={items} {...look}>
      {children}
    </Menu>
  )
}

/** The Actions of an edit screen. `beforeLeaving` runs when the record is deleted and its screen is left for `back`. */
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
  const navigate = useNavigate()
  const leave = async () => {
    await beforeLeaving()
    await navigate(back)
  }
  return (
    <RecordMenu resource={resource} row={row} onDeleted={leave}>
      {t('Actions')}
    </RecordMenu>
  )
}
