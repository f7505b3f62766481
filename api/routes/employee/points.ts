import { z } from 'zod'
import { type PastEvent, streamOf } from '../../../domain/event.ts'
import { textOf } from '../../../domain/json.ts'
import { employees } from '../../../domain/person.ts'
import { employee } from '../../../domain/resources/employee.ts'
import { evolve, initialState } from '../../../domain/evolve.ts'
import type { Services } from '../../server/services.ts'
import { type Route, route, signedIn } from '../../server/route.ts'

const entrySchema = z.object({
  at: z.string(),
  /** What was added, or taken with a minus. */
  change: z.number(),
  balance: z.number(),
  reason: z.string(),
})

const verbs: readonly string[] = employee.fields.point.sets ?? []

/** The entries of somebody's points, newest first. */
export const statementOf = (id: number, events: readonly PastEvent[]) => {
  let state = initialState(employee, id)
  const entries = events.flatMap((event) => {
    const before = state.values.point
    state = evolve(employee, state, event)
    const balance = state.values.point
    const verb = employee.verbOf[event.type] ?? ''
    if (!verbs.includes(verb) && (verb !== 'revert' || balance === before)) return []
    return [{ at: event.at, change: balance - before, balance, reason: textOf(event.data.reason) }]
  })
  return { point: state.values.point, entries: entries.toReversed() }
}

/** What employees read of their own points. */
export const pointsRoutes = (services: Services): Route[] => [
  route({
    method: 'GET',
    url: '/me/points',
    audience: employees,
    summary: 'The own points: the balance, and every entry with its reason',
    response: z.object({ data: z.object({ point: z.number(), entries: z.array(entrySchema) }) }),
    handler: async ({ session }) => {
      const { id } = signedIn({ session }).actor
      const { events } = await services.log.read(streamOf(employee.name, id))
      return { data: statementOf(id, events) }
    },
  }),
]
