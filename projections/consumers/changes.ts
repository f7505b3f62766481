import { splitStream } from '../../domain/event.ts'
import type { Resource } from '../../domain/resource.ts'
import type { Log } from '../../event-store/log.ts'
import type { RecordedEvent } from '../../event-store/port.ts'
import type { Queryable } from '../schema.ts'
import type { Consumer } from './consumer.ts'

/** A record that has changed, by which event, and of an edit or a revert which fields: what live updates go by, never what was changed. */
export type Change = {
  position: string
  resource: string
  id: number
  revision: number
  type: string
  fields: string[]
}

/** The channel on which processes tell each other what open screens may have to learn. */
export const liveChannel = 'live'

/** Keeps which records changed, and tells every process: for live updates. */
export const changesConsumer = (resources: readonly Resource[], open: Log['open']): Consumer => {
  const known = new Set(resources.map(({ name }) => name))
  const edits = new Set(
    resources.flatMap(({ events: { edit, revert } }) => [edit, revert].filter((type) => type !== undefined)),
  )
  const keep = async (events: readonly RecordedEvent[], client: Queryable) => {
    // Names may be sealed with what they name, and are asked of those alone.
    const edited = await open(events.filter(({ type }) => edits.has(type)))
    const fieldsAt = new Map(edited.map(({ position, data }) => [position, Object.keys(data)]))
    const rows = events.map(({ stream, revision, position, type }) => {
      const { category, id } = splitStream(stream)
      const fields = fieldsAt.get(position) ?? []
      return { position: String(position), resource: category, record: Number(id), revision, type, fields }
    })
    await client.query({
      name: 'keep-changes',
      text: `with told as (select pg_notify($2, ''))
       insert into consumer.change (position, resource, record, revision, type, fields)
       select given.position, given.resource, given.record, given.revision, given.type,
         array(select jsonb_array_elements_text(given.fields))
       from told cross join jsonb_to_recordset($1)
         as given (position bigint, resource text, record int, revision int, type text, fields jsonb)
       on conflict (position) do nothing`,
      values: [JSON.stringify(rows), liveChannel],
    })
  }
  return {
    name: 'changes',
    from: 'now',
    concerns: ({ stream }) => known.has(splitStream(stream).category),
    handleRecorded: keep,
  }
}

/** The changes after a position, oldest first. */
export const changesSince = async (client: Queryable, after: bigint, limit: number): Promise<Change[]> => {
  const { rows } = await client.query<Change>(
    `select position, resource, record as id, revision, type, fields from consumer.change
     where position > $1 order by position limit $2`,
    [String(after), limit],
  )
  return rows
}

/** Whether all changes after a position are still kept. */
export const isKept = async (client: Queryable, after: bigint): Promise<boolean> => {
  const { rows } = await client.query('select 1 from consumer.change where position <= $1 limit 1', [String(after)])
  return rows.length > 0
}

/** The position of the last change that is older than some seconds; 0 when all there are have come since. */
export const changedBefore = async (client: Queryable, seconds: number): Promise<bigint> => {
  const { rows } = await client.query<{ position: string }>(
    `select position from consumer.change where at < clock_timestamp() - make_interval(secs => $1) order by at desc, position desc limit 1`,
    [seconds],
  )
  return BigInt(rows[0]?.position ?? 0)
}

/** Forgets changes of more than an hour ago: whoever was away for longer loads everything anew. */
export const sweepChanges = async (client: Queryable): Promise<void> => {
  await client.query("delete from consumer.change where at < clock_timestamp() - interval '1 hour'")
  await client.query("delete from consumer.presence where seen_at < clock_timestamp() - interval '1 hour'")
}
