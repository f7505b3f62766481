import type { Reader } from '../reader.ts'
import { streamOf } from '../../domain/event.ts'
import { credentialFacts } from '../../domain/sign-in.ts'
import type { Resource } from '../../domain/resource.ts'

/** Where entries of the trail stand in the log: by their positions the record's resource and stream; sign-ins and others are left out. */
export type EntryStream = { position: string; resource: string; recordId: number; stream: string }

/** The records of some entries, by the positions that name these. */
export const streamsOfEntries = async (
  pool: Reader,
  resources: ReadonlyMap<string, Resource>,
  positions: readonly string[],
): Promise<EntryStream[]> => {
  const text = `select position::text, event_type as "eventType", resource, record_id as "recordId" from activity
    where position = any($1::bigint[]) and resource is not null and record_id is not null`
  const { rows } = await pool.query<Omit<EntryStream, 'stream'> & { eventType: string }>(text, [positions])
  const isOfRecord = (resource: string, type: string) =>
    resources.get(resource)?.verbOf[type] !== undefined ||
    Object.keys(credentialFacts).some((end) => type.endsWith(end))
  return rows.flatMap(({ eventType, ...row }) =>
    isOfRecord(row.resource, eventType) ? [{ ...row, stream: streamOf(row.resource, row.recordId) }] : [],
  )
}
