import type { Pool } from 'pg'
import type { Resource } from '../domain/resource.ts'
import { gatheredCalls } from '../platform/gathered-calls.ts'
import { sequenceStatements } from './migrations.ts'

export type Ids = {
  next(resource: Resource): Promise<number>
  many(resource: Resource, count: number): Promise<number[]>
}

/** Draws ids from the sequences; a number that was drawn is never given again. */
export const ids = (pool: Pool): Ids => {
  const many: Ids['many'] = async ({ sequence }, count) => {
    const text = `select nextval('sequence."${sequence}"')::int as id from generate_series(1, $1)`
    return (await pool.query<{ id: number }>(text, [count])).rows.map(({ id }) => id)
  }
  const next = gatheredCalls(async (asked: readonly Resource[]) => {
    const text = `select nextval(name::regclass)::int as id from unnest($1::text[]) with ordinality as asked (name, place) order by place`
    const values = [asked.map(({ sequence }) => `sequence."${sequence}"`)]
    return (await pool.query<{ id: number }>({ name: 'draw-ids', text, values })).rows.map(({ id }) => id)
  }, 256)
  return { next, many }
}

/** Makes the sequences and raises each above the highest known id, so that a database which lost them never gives an id twice. */
export const raiseSequences = async (
  pool: Pool,
  resources: readonly Resource[],
  highest: (resource: Resource) => Promise<number>,
): Promise<void> => {
  await pool.query(sequenceStatements(resources))
  for (const resource of resources) {
    const id = await highest(resource)
    if (id === 0) continue
    await pool.query(
      // Never when it stands there already: another process may draw in this very moment.
      `select setval('sequence."${resource.sequence}"', $1::int) from sequence."${resource.sequence}"
       where last_value < $1::int or (last_value = $1::int and not is_called)`,
      [id],
    )
  }
}
