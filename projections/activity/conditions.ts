import { employees, personTypes } from '../../domain/person.ts'
import { isNamedPersonally, isSoughtPersonally } from '../../domain/people/personal.ts'
import type { Resource } from '../../domain/resource.ts'
import { signInFailed } from '../fold/fold-activity.ts'
import { saidValue, soughtFields } from '../fold/said-values.ts'
import { keywordSql, linesSql, quote } from '../sql.ts'
import { isAheadOfLog, momentSql } from './moment.ts'

/**
 * `type`: 'Changes' is all but sign-ins; `keyword` finds people and records; `from` and `to` are whole days, minutes or seconds in `zone`,
 * both within; none is newer than `until`.
 */
export type ActivityFilter = {
  type: string
  outcome?: 'done' | 'failed' | undefined
  keyword?: string | undefined
  resource?: string | undefined
  recordId?: number | undefined
  actor?: { type: string; id: string } | undefined
  /** A field of `resource`, and what it was changed to. */
  field?: string | undefined
  value?: string | undefined
  /** The names of an address (commands/identity/sign-in/addresses.ts): what failed from there. */
  addresses?: readonly string[] | undefined
  /** The id of a job: what it did. */
  job?: string | undefined
  /** The id of a request: everything that it led to. */
  request?: string | undefined
  from?: string | undefined
  to?: string | undefined
  zone?: string | undefined
  until?: string | undefined
  /** As of a moment, of which no totals of the trail are kept. */
  isThen?: boolean | undefined
  /** The resources whose personal values the reader may not know: nothing is found by them. */
  hidden: ReadonlySet<string>
}

type Resources = ReadonlyMap<string, Resource>
type Put = (value: unknown) => string

export const changes = 'Changes'

// Of people who are hidden only what they are called: it stands beside everything that they did.
const actorHit = (resource: Resource, keyword: string, isHidden: boolean, put: Put): string => {
  const inLabel = resource.recordLabel.filter((name) => resource.list.search.includes(name))
  const texts = ['t.keyword', ...(isHidden ? [linesSql(resource, inLabel)] : [])]
  return texts.flatMap((text) => keywordSql(keyword, text, put) ?? []).join(' and ')
}

/** People who act, as a select of type, id and name, by a part of a name or an address; by names alone of staff whose addresses are hidden, and not of employees who are. */
export const actorsLike = (resources: Resources, keyword: string, hidden: ReadonlySet<string>, put: Put): string[] =>
  personTypes.flatMap((name) => {
    const resource = name === employees && hidden.has(name) ? undefined : resources.get(name)
    const hit = resource && actorHit(resource, keyword, hidden.has(name), put)
    const where = hit ? ` and ${hit}` : ''
    return resource
      ? [
          `select '${name}' as actor_type, t.id::text as actor_id, t.label from ${quote(name)} t where t.label is not null${where}`,
        ]
      : []
  })

/** People and records whose names hold a keyword, each found by the index over its names. */
const namedLike = (resources: Resources, keyword: string, hidden: ReadonlySet<string>, put: Put) => {
  const hit = keywordSql(keyword, 't.keyword', put)
  if (hit === null) return null
  const searched = [...resources.values()].filter(
    (resource) => resource.list.search.length > 0 && !(hidden.has(resource.name) && isSoughtPersonally(resource)),
  )
  const records = searched.map(
    ({ name }) => `select '${name}' as named, t.id as named_id from ${quote(name)} t where ${hit}`,
  )
  return {
    records: records.join(' union all '),
    actors: `select actor_type as named, actor_id as named_id from (${actorsLike(resources, keyword, hidden, put).join(' union all ')}) who`,
  }
}

const typeSql = (type: string, put: Put): string[] => {
  if (type === changes) return ["action_type not in ('Login', 'Logout')"]
  return type === '' ? [] : [`action_type = ${put(type)}`]
}

const spanSql = ({ from, to, zone = 'UTC', until }: ActivityFilter, put: Put): string[] => [
  ...(from ? [`at >= ${momentSql(from, zone, put, false)}`] : []),
  ...(to ? [`at < ${momentSql(to, zone, put, true)}`] : []),
  ...(until ? [`at <= ${put(until)}`] : []),
]

// Entries are in the order in which they were decided, and there then by their positions: what came later is passed by where none of then can be
// so new. Decided more than an hour after it was recorded, by a clock that was wrong, is nearly nothing, and in an index of its own.
const newestThen = `at <= (select greatest(newest.recorded_at + interval '1 hour', (select max(wrong.at) from activity wrong where ${isAheadOfLog('wrong')}))
  from (select recorded_at from activity order by position desc limit 1) newest)`

/** What was changed to what. A value of a field that nobody may search for finds nothing. */
const fieldSql = (resources: Resources, { resource, field, value }: ActivityFilter, put: Put): string[] => {
  if (!field) return []
  if (value === undefined) return [`changed_fields @> array[${put(field)}::text]`]
  const known = resources.get(resource ?? '')
  const said = known && soughtFields(known).has(field) ? saidValue(field, value) : null
  return [said === null ? 'false' : `said @> array[${put(said)}::text]`]
}

// Names mean few records and people, whatever the planner thinks of a parameter: the entries of each are looked up by its index, of each no more
// than a page needs. All other conditions stand within, where their columns are those of the entry.
const namedSql = (
  { records, actors }: { records: string; actors: string },
  others: readonly string[],
  needed: number | null,
): string => {
  const newest = needed === null ? 'offset 0' : `order by a.at desc, a.position desc limit ${needed}`
  const found = (hits: string, own: string) => `select found.position from (${hits}) hit cross join lateral (
    select a.position from activity a where ${[own, ...others].join(' and ')} ${newest}) found`
  return `position = any(array(${[
    ...(records === '' ? [] : [found(records, 'a.resource = hit.named and a.record_id = hit.named_id')]),
    found(actors, 'a.actor_type = hit.named and a.actor_id = hit.named_id'),
  ].join(' union ')}))`
}

/** The conditions on events, and whether the total of all such events is kept. @param needed so many are looked at of what each name finds; null for all */
export const conditionsOf = (resources: Resources, options: ActivityFilter, put: Put, needed: number | null = null) => {
  const { type, resource, recordId, actor } = options
  const named = namedLike(resources, options.keyword ?? '', options.hidden, put)
  const always = [
    ...(actor ? [`actor_type = ${put(actor.type)} and actor_id = ${put(actor.id)}`] : []),
    ...spanSql(options, put),
    ...(options.isThen ? [newestThen] : []),
  ]
  const plain = [
    ...typeSql(type, put),
    ...(resource ? [`resource = ${put(resource)}`] : []),
    ...(recordId === undefined ? [] : [`record_id = ${put(recordId)}`]),
    ...fieldSql(resources, options, put),
    ...(options.job ? [`job = ${put(options.job)}`] : []),
    ...(options.request ? [`request_id = ${put(options.request)}`] : []),
    ...(options.outcome ? [`event_type ${options.outcome === 'failed' ? '=' : '<>'} '${signInFailed}'`] : []),
    ...(options.addresses ? [`address = any(${put(options.addresses)}::text[])`] : []),
  ]
  const events = named ? [...plain, namedSql(named, [...always, ...plain], needed)] : plain
  const isKeptTotal = !options.isThen && always.length === 0 && events.length === typeSql(type, () => '').length
  return { events: [...always, ...events], isKeptTotal }
}

/** The resources whose names a reader may not know. */
export const hidesNameOf =
  (resources: Resources, hidden: ReadonlySet<string>) =>
  (name: string | null): boolean => {
    const resource = resources.get(name ?? '')
    return resource !== undefined && hidden.has(resource.name) && isNamedPersonally(resource)
  }
