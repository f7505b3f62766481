import type { Resource } from '../../domain/resource.ts'
import type { Change } from './changes.ts'
import { shownSql } from '../scope.ts'
import type { Queryable } from '../schema.ts'
import { quote } from '../sql.ts'

/** A change with who may learn of it besides staff who read the resource. */
export type Told = Change & {
  area: string | null
  /** True when employees see something else on their screens now. */
  isBroadcast: boolean
  /** The id of the employee whose submission it is. */
  author: number | null
  /** True for a picture of somebody, which is nobody else's business. */
  isOwned: boolean
}

type Standing = {
  resource: string
  id: number
  status: string
  restores_to: string
  is_open: boolean
  author: number | null
  is_owned: boolean
}

const standingSql = (resource: Resource, ids: string): string => {
  const author = resource.author === undefined ? 'null::integer' : `t.${quote(resource.author)}`
  const isOwned = resource.owner === undefined ? 'false' : `t.${quote(resource.owner)} <> ''`
  return `select '${resource.name}' as resource, t.id, t.status, t.restores_to, ${['true', ...shownSql(resource, 't')].join(' and ')} as is_open,
    ${author} as author, ${isOwned} as is_owned from ${quote(resource.name)} t where t.id = any(${ids}::integer[])`
}

const touches = (fields: readonly string[], names: readonly string[]) => fields.some((name) => names.includes(name))

/** Whether a change may have taken away just now what employees were shown: by the time at which it is, or what its fields hold. */
const wasOpen = ({ activeBetween, portal, verbs, stateField }: Resource, verb: string, fields: readonly string[]) => {
  const { where = {} } = portal ?? {}
  if (verb === 'edit' || verb === 'revert') return touches(fields, [...(activeBetween ?? []), ...Object.keys(where)])
  const own = verbs[verb]
  const shownStates = where[stateField ?? ''] ?? []
  if (own && Object.keys(where).some((name) => name !== stateField)) return true
  return own !== undefined && (own.from ?? shownStates).some((state) => shownStates.includes(state))
}

/** Whether employees see a record, or saw it until this change. */
const isBroadcast = (resource: Resource, { type, fields }: Change, standing: Standing): boolean => {
  const { portal, broadcast = [], verbOf } = resource
  const verb = verbOf[type]
  const isPart = verb === 'edit' || (verb === 'revert' && !fields.includes('status'))
  if (!portal && (broadcast.length === 0 || (isPart && !touches(fields, broadcast)))) return false
  // A verb of its own changes what its declaration says; only lists of the portal show such fields.
  if (!portal && resource.verbs[verb ?? '']) return false
  const isOpen = standing.is_open || wasOpen(resource, verb ?? '', fields)
  const isShown = (status: string) => status === 'active' && isOpen
  if (verb === 'deactivate' || (verb === 'revert' && fields.includes('status'))) return isShown('active')
  return isShown(verb === 'delete' ? standing.restores_to : standing.status)
}

/** What the read models say of changed records: who may learn of the change. Changes of unknown resources are left out. */
export const toldOf = async (
  client: Queryable,
  resources: readonly Resource[],
  changes: readonly Change[],
): Promise<Told[]> => {
  const known = resources.filter(({ name }) => changes.some(({ resource }) => resource === name))
  if (known.length === 0) return []
  const ids = known.map(({ name }) => [...new Set(changes.flatMap((one) => (one.resource === name ? [one.id] : [])))])
  const text = known.map((resource, index) => standingSql(resource, `$${index + 1}`)).join(' union all ')
  const { rows } = await client.query<Standing>(text, ids)
  const standings = new Map(rows.map((row) => [`${row.resource} ${row.id}`, row]))
  return changes.flatMap((change) => {
    const resource = known.find(({ name }) => name === change.resource)
    const standing = standings.get(`${change.resource} ${change.id}`)
    if (!resource || !standing) return []
    const { author, is_owned: isOwned } = standing
    return [{ ...change, area: resource.area, isBroadcast: isBroadcast(resource, change, standing), author, isOwned }]
  })
}
