import { z } from 'zod'
import { authorise } from '../../commands/authorise.ts'
import type { NewJob } from '../../commands/jobs/job.ts'
import { movedFields } from '../../commands/move.ts'
import { loadRecord } from '../../commands/record.ts'
import { fieldsWithin, isFile } from '../../domain/fields/walk.ts'
import { fieldProblem, Rejected, rejectFields } from '../../domain/rejected.ts'
import type { Resource } from '../../domain/resource.ts'
import { readFields } from '../body/fields.ts'
import { checkAllExist, itemOf, runItems, startOnce } from '../writes/many.ts'
import { type Call, type Route, route, signedIn } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { readId, whole, writeSchema } from '../wire/wire.ts'

const moveSchema = z.object({
  to: z.union([z.int(), z.string()], 'Say where to move them'),
  /** Whether the record that nothing uses any more is deleted as well. */
  delete: z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
})

const isPointedAt = (resources: readonly Resource[], { name }: Resource) =>
  resources.some(
    ({ fields, holdsUp }) =>
      holdsUp !== false &&
      Object.values(fields)
        .flatMap(fieldsWithin)
        .some((part) => !isFile(part) && part.references === name),
  )

/** An edit of each record that points at `from`; one that changes more than a single reference is made for the version seen. */
const movesOf = async (services: Services, call: Call, target: Resource, from: number, to: number | null) => {
  const { actor, perms } = signedIn(call)
  await services.projector.waitFor(await services.log.store.head(), 2_000)
  const items: NewJob['items'][number][] = []
  for (const { resource, id } of await services.records.usersOf(target, from)) {
    const { state } = await loadRecord(services.log, resource, id)
    const sent = movedFields(resource, state, target, from, to)
    authorise({ resource, verb: 'edit', id, actor, perms, sent, commandId: '' })
    const isPlain = Object.keys(sent).every((name) => resource.fields[name]?.kind === 'reference')
    items.push({ ...itemOf(resource, 'edit', id, sent), version: isPlain ? null : state.version })
  }
  return items
}

export const unassignQuery = z.object({
  unassign: z.enum(['true', 'false'], '{name} is true or false.').optional(),
})

/** True when the deletion of such a record may take it away from those that point at it. */
export const isUnassigning = ({ resources }: Pick<Services, 'resources'>, resource: Resource, verb: string): boolean =>
  verb === 'delete' && isPointedAt(resources, resource)

/** True when the query asks that records are left without what they point at. */
export const asksToUnassign = (query: unknown): boolean => unassignQuery.safeParse(query).data?.unassign === 'true'

/** Deletes a record after what points at it no longer does, where it may point at nothing (X23). */
export const unassign = async (services: Services, call: Call, resource: Resource, id: number): Promise<unknown> => {
  const { actor, perms } = signedIn(call)
  const deletion = { resource, verb: 'delete', id, actor, perms, commandId: '' }
  authorise(deletion)
  await checkAllExist(services, resource, [id])
  // Before anything is moved: only what still points at it may be in the way.
  await services.dispatch({ ...deletion, isDryRun: true }).catch((error: unknown) => {
    if (!(error instanceof Rejected) || error.kind !== 'rule') throw error
  })
  const moves = await movesOf(services, call, resource, id, null)
  return runItems(services, call, resource, 'delete', [...moves, itemOf(resource, 'delete', id)], ['unassign', id])
}

/** Moves what uses a record to another one, as a job (D14); only where records may be pointed at. */
export const moveRoutes = (services: Services, resource: Resource): Route[] =>
  isPointedAt(services.resources, resource)
    ? [
        route({
          method: 'POST',
          url: `/${resource.name}/:id/move`,
          audience: { anyOf: [`u-${resource.area}`, `d-${resource.area}`] },
          summary: `Move what uses one of the ${resource.plural} to another`,
          params: z.object({ id: whole(1, 999_999_999) }),
          sends: moveSchema,
          response: writeSchema,
          handler: async (call) => {
            const { id: from } = call.params
            const { plural } = resource
            const asked = await readFields(call.request, moveSchema)
            const to = readId(asked.to, { id: 'Choose one of the {plural}.', values: { plural } })
            if (to === from)
              rejectFields([fieldProblem('to', 'same', 'Choose another one of the {plural}.', { plural })])
            const isDeleted = asked.delete === true || asked.delete === 'true'
            return startOnce(services, call, ['move', resource.name, from, to, isDeleted], async () => {
              const { actor, perms } = signedIn(call)
              if (isDeleted) authorise({ resource, verb: 'delete', id: from, actor, perms, commandId: '' })
              await checkAllExist(services, resource, [from, to])
              const moves = await movesOf(services, call, resource, from, to)
              return {
                verb: 'move',
                resource: moves[0]?.resource ?? resource.name,
                items: isDeleted ? [...moves, itemOf(resource, 'delete', from)] : moves,
              }
            })
          },
        }),
      ]
    : []
