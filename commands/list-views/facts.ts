import type { Pool } from 'pg'
import { type Actor, actorNamed, streamOf } from '../../domain/event.ts'
import type { listViewEvents } from '../../domain/events/list-views.ts'
import type { Audit } from '../audit.ts'

type Fact = {
  id: string
  type: keyof typeof listViewEvents
  view: string
  resource: string
  actor: string
  correlation: string
}

/** Who changed a view, and by which request. */
export type By = { actor: Actor; correlationId: string }

/** SQL and its values: notes beside a statement, named `changed`, what the trail is to be told of each row that it answers. @param from the next free parameter */
export const noting = (
  type: Fact['type'],
  { actor, correlationId }: By,
  from: number,
): { sql: string; values: string[] } => ({
  sql: `noted as (insert into command.list_view_fact (id, type, view, resource, actor, correlation)
    select gen_random_uuid(), $${from}, id, resource, $${from + 1}, $${from + 2} from changed)`,
  values: [type, streamOf(actor.type, actor.id), correlationId],
})

/** Tells the trail what is noted, also what a crash has left; the note's id is the event's, so that each is told once. */
export const listViewFacts = (pool: Pool, audit: Audit) => async (): Promise<void> => {
  const text =
    'select id, type, view, resource, actor, correlation from command.list_view_fact order by noted_at limit 1000'
  const { rows } = await pool.query<Fact>(text)
  for (const { id, type, view, resource, actor, correlation } of rows) {
    await audit({ type, data: { view, resource } }, { actor: actorNamed(actor), correlationId: correlation, id })
    await pool.query('delete from command.list_view_fact where id = $1', [id])
  }
}
