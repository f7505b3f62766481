import { useQueryClient } from '@tanstack/react-query'
import { isStaff } from '../../../domain/person.ts'
import type { Resource } from '../../../domain/resource.ts'
import { statusOf } from '../../../ui-shared/api/error.ts'
import { currentLocale, t } from '../../../ui-shared/i18n.ts'
import { can } from '../../../ui-shared/session/me.ts'
import { useMe } from '../../../ui-shared/session/session.ts'
import { isOnlyAuditor } from '../../shell/may-see.ts'
import { type Entry, useHistory, useIsGone } from '../history/use-history.ts'
import { maySetAny } from '../standing.ts'
import { usePresent } from './use-present.ts'

type OpenForm = { resource: string; id: number }

/** Who else has the form of a record open; auditors are told by nobody, and tell nobody. */
export const AlsoOpen = (form: OpenForm) => (isOnlyAuditor(useMe()) ? null : <Present {...form} />)

const Present = ({ resource, id }: OpenForm) => {
  const names = usePresent(resource, id)
  return (
    <p className="beside" role="status">
      {names.length > 0 && t('Also open with {names}', { names: new Intl.ListFormat(currentLocale()).format(names) })}
    </p>
  )
}

/** What can be done with what was typed into the form of a record that is gone, or may not be changed any more. */
export type Rescue = {
  /** Brings the record back from Trash, and saves what was typed. */
  restore: () => void
  /** Opens the form of a new record with what was typed; null where nothing is kept of such records. */
  startNew: (() => void) | null
  /** Puts what was typed on the clipboard. */
  copy: () => void
}

const doneTo = ({ action, actor }: Entry): string => {
  const name = actor?.name ?? t('Somebody')
  if (action === 'deactivate') return t('Deactivated by {name} meanwhile.', { name })
  if (action === 'activate') return t('Activated by {name} meanwhile.', { name })
  if (action === 'restore') return t('Deleted and restored by {name} meanwhile.', { name })
  return t('Changed by {name} meanwhile.', { name })
}

const Act = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <button type="button" className="btn small" onClick={onClick}>
    {label}
  </button>
)

type GoneProps = { resource: Resource; by: Entry | undefined; isChanged: boolean; rescue: Rescue }

const Gone = ({ resource, by, isChanged, rescue }: GoneProps) => {
  const me = useMe()
  const name = by?.actor?.name
  const { restore, startNew, copy } = rescue
  return (
    <div className="notice gone">
      <span>
        {name ? t('Deleted by {name} meanwhile.', { name }) : t('Deleted meanwhile.')}
        {isChanged && ` ${t('What you typed is still here.')}`}
      </span>
      {can(me, `d-${resource.area}`) && (
        <Act label={isChanged ? t('Restore it with this text') : t('Restore')} onClick={restore} />
      )}
      {isChanged && startNew && can(me, `c-${resource.area}`) && (
        <Act label={t('Make a new one of this text')} onClick={startNew} />
      )}
      {isChanged && <Act label={t('Copy what I typed')} onClick={copy} />}
    </div>
  )
}

const Withdrawn = ({ copy }: Rescue) => (
  <div className="notice">
    <span>{t('You may no longer change this. What you typed is still here.')}</span>
    <Act label={t('Copy what I typed')} onClick={copy} />
  </div>
)

const Changed = ({ resource, by, isChanged }: { resource: Resource; by: Entry; isChanged: boolean }) => {
  const client = useQueryClient()
  return (
    <div className="notice">
      <span>
        {doneTo(by)}
        {isChanged && ` ${t('Saving brings both together.')}`}
      </span>
      {!isChanged && (
        <button
          type="button"
          className="btn small end"
          onClick={() => void client.resetQueries({ queryKey: [resource.name, 'record'] })}
        >
          {t('Load again')}
        </button>
      )}
    </div>
  )
}

/**
 * Says what others did to the record since it was read (`version`): saved it, which a form without changes can read anew; deleted it;
 * or took away the right to change it. The history tells, which is read anew when the server says that the record has changed.
 */
export const Meanwhile = ({
  resource,
  id,
  version,
  isChanged,
  rescue,
}: {
  resource: Resource
  id: number
  version: number
  isChanged: boolean
  rescue: Rescue
}) => {
  const me = useMe()
  const { data: entries = [], error } = useHistory(resource.name, id)
  // A deletion that is not the last of it was taken back: by others, who are found first, or here.
  const theirs = entries.find(
    ({ version: at, actor, action }) =>
      at > version && action !== 'delete' && actor && !(isStaff(actor) && actor.id === me?.id),
  )
  const isGone = useIsGone(resource.name, id)
  const isWithdrawn = statusOf(error) === 403 || !maySetAny(me, resource)
  return (
    <div className="meanwhile" role="status">
      {isGone && (
        <Gone resource={resource} by={entries.find(({ action }) => action === 'delete')} {...{ isChanged, rescue }} />
      )}
      {!isGone && isWithdrawn && isChanged && <Withdrawn {...rescue} />}
      {!isGone && !isWithdrawn && theirs && <Changed {...{ resource, isChanged }} by={theirs} />}
    </div>
  )
}
