import type { Resource } from '../../domain/resource.ts'
import type { Reader } from '../reader.ts'
import { quote } from '../sql.ts'

/** What is to happen to a record at a moment that it holds itself: it is published, or begins or ends to be shown. */
export type RecordMoment = { kind: 'publish' | 'begin' | 'end'; resource: string; id: number; at: Date }

/** The moments that records of a resource hold, as SQL over its table. */
const momentsOf = ({ publishing, activeBetween }: Resource) => {
  const [begins, ends] = activeBetween ?? []
  return [
    { kind: 'publish', field: publishing?.at, status: 'inactive' },
    { kind: 'begin', field: begins, status: 'active' },
    { kind: 'end', field: ends, status: 'active' },
  ].flatMap(({ kind, field, status }) => (field === undefined ? [] : [{ kind, field, status }]))
}

/** What records of these resources say will happen to them in a span, in order. @param most of each kind of moment */
export const recordMoments = async (
  pool: Reader,
  resources: readonly Resource[],
  { from, until, most }: { from: Date; until: Date; most: number },
): Promise<RecordMoment[]> => {
  const selects = resources.flatMap((resource) =>
    momentsOf(resource).map(
      ({ kind, field, status }) =>
        `(select '${kind}' as kind, '${resource.name}' as resource, id, ${quote(field)} as at from ${quote(resource.name)}
          where status = '${status}' and ${quote(field)} >= $1 and ${quote(field)} < $2 order by ${quote(field)} limit $3)`,
    ),
  )
  if (selects.length === 0) return []
  const { rows } = await pool.query<RecordMoment>(
    `select * from (${selects.join(' union all ')}) moments order by at`,
    [from, until, most],
  )
  return rows
}
