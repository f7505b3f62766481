import { searchedWords } from '../../domain/comparable.ts'
import { isNamedPersonally } from '../../domain/people/personal.ts'
import type { Resource } from '../../domain/resource.ts'
import { signInFailed } from '../fold/fold-activity.ts'
import { saidValue, soughtFields } from '../fold/said-values.ts'
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

/** The conditions on events but for the keyword, and whether the total of all such events is kept. */
export const conditionsOf = (resources: Resources, options: ActivityFilter, put: Put) => {
  const { type, resource, recordId, actor, keyword = '' } = options
  const always = [
    ...(actor ? [`actor_type = ${put(actor.type)} and actor_id = ${put(actor.id)}`] : []),
    ...spanSql(options, put),
    ...(options.isThen ? [newestThen] : []),
  ]
  const types = typeSql(type, put)
  const plain = [
    ...types,
    ...(resource ? [`resource = ${put(resource)}`] : []),
    ...(recordId === undefined ? [] : [`record_id = ${put(recordId)}`]),
    ...fieldSql(resources, options, put),
    ...(options.job ? [`job = ${put(options.job)}`] : []),
    ...(options.request ? [`request_id = ${put(options.request)}`] : []),
    ...(options.outcome ? [`event_type ${options.outcome === 'failed' ? '=' : '<>'} '${signInFailed}'`] : []),
    ...(options.addresses ? [`address = any(${put(options.addresses)}::text[])`] : []),
  ]
  const isOfType = always.length === 0 && plain.length === types.length
  return { events: [...always, ...plain], isKeptTotal: isOfType && searchedWords(keyword).length === 0 }
}

/** The resources whose names a reader may not know. */
export const hidesNameOf =
  (resources: Resources, hidden: ReadonlySet<string>) =>
  (name: string | null): boolean => {
    const resource = resources.get(name ?? '')
    return resource !== undefined && hidden.has(resource.name) && isNamedPersonally(resource)
  }
