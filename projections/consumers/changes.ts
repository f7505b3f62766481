import { splitStream } from '../../domain/event.ts'
import type { Resource } from '../../domain/resource.ts'
import type { Queryable } from '../schema.ts'
import type { Consumer } from './consumer.ts'

/** A record that has changed: what live updates tell a browser, never what was changed. */
export type Change = { position: string; resource: string; id: number; revision: number }

export const changesChannel = 'record_changed'

/** Keeps which records changed, and tells every process: for live updates. */
export const changesConsumer = (resources: readonly Resource[]): Consumer => {
  const known = new Set(resources.filter(({ area }) => area !== null).map(({ name }) => name))
  const keep: NonNullable<Consumer['handleMany']> = async (events, client) => {
    const rows = events.map(({ stream, revision, position }) => {
      const { category, id } = splitStream(stream)
      return { position: String(position), resource: category, record: Number(id), revision }
    })
    await client.query(
      `with told as (select pg_notify($2, ''))
       insert into consumer.change (position, resource, record, revision)
       select given.* from told cross join json_to_recordset($1) as given (position bigint, resource text, record int, revision int)
       on conflict (position) do nothing`,
      [JSON.stringify(rows), changesChannel],
    )
  }
  return {
    name: 'changes',
    from: 'now',
    concerns: ({ stream }) => known.has(splitStream(stream).category),
    handle: (event, client) => keep([event], client),
    handleMany: keep,
  }
}

/** The changes after a position, oldest first. */
export const changesSince = async (client: Queryable, after: bigint, limit: number): Promise<Change[]> => {
  const { rows } = await client.query<Change>(
    'select position, resource, record as id, revision from consumer.change where position > $1 order by position limit $2',
    [String(after), limit],
  )
  return rows
}

/** Forgets changes of more than an hour ago: whoever was away for longer loads everything anew. */
export const sweepChanges = async (client: Queryable): Promise<void> => {
  await client.query("delete from consumer.change where at < clock_timestamp() - interval '1 hour'")
}
