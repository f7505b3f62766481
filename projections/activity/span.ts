import type { PersonActor } from '../../domain/person.ts'
import type { Reader } from '../reader.ts'

/** The records that somebody changed in a span, the last one first. */
export type TouchedRecord = { resource: string; id: number }

/** What a person changed from one moment to another, of these resources. @param most how many records at most */
export const recordsTouched = async (
  pool: Reader,
  { type, id }: PersonActor,
  { from, until, resources, most }: { from: Date; until: Date; resources: readonly string[]; most: number },
): Promise<TouchedRecord[]> => {
  const text = `select resource, record_id as id from activity
    where actor_type = $1 and actor_id = $2 and at >= $3 and at < $4 and resource = any($5) and record_id is not null
    group by resource, record_id order by max(position) desc limit $6`
  const { rows } = await pool.query<TouchedRecord>(text, [type, String(id), from, until, resources, most])
  return rows
}
