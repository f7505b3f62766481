import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Person } from '../../../commands/identity/sign-in/dependencies.ts'
import { isPersonType, type PersonType } from '../../../domain/person.ts'
import { noSuchRecord } from '../../../domain/rejected.ts'
import type { Resource } from '../../../domain/resource.ts'
import { done, doneSchema } from '../../body/fields.ts'
import { type Call, type Route, route, signedIn } from '../../server/route.ts'
import { idParams } from '../../wire/wire.ts'
import type { MeRooms } from './own-sign-in.ts'

const stateSchema = z.object({
  lastSignIn: z.string().nullable(),
  hasPassword: z.boolean(),
  signIns: z.array(z.object({ device: z.string().nullable(), createdAt: z.string(), lastSeenAt: z.string() })),
})

const personOf = async ({ signIn }: MeRooms, resource: Resource, type: PersonType, id: number): Promise<Person> => {
  const person = await signIn.personById(type, id)
  if (!person || person.status === 'deleted') throw noSuchRecord(resource)
  return person
}

/** Refuses whoever may not edit this very record; an edit of nothing is judged like any other. @throws as dispatch does */
const checkMayEdit = async ({ dispatch }: MeRooms, call: Call, resource: Resource, id: number): Promise<void> => {
  const { actor, perms } = signedIn(call)
  await dispatch({ resource, verb: 'edit', id, sent: {}, actor, perms, commandId: randomUUID(), isFirstTry: true })
}

const stateRoute = (rooms: MeRooms, resource: Resource, type: PersonType): Route =>
  route({
    method: 'GET',
    url: `/${resource.name}/:id/sign_ins`,
    audience: { anyOf: [`r-${resource.area}`] },
    summary: `When one of the ${resource.plural} signed in last, and where they are signed in`,
    params: idParams,
    response: z.object({ data: stateSchema }),
    handler: async ({ params: { id } }) => {
      const { lastSignIn, hasPassword, signIns } = await rooms.signIn.signInState(
        await personOf(rooms, resource, type, id),
      )
      return {
        data: {
          lastSignIn: lastSignIn?.toISOString() ?? null,
          hasPassword,
          signIns: signIns.map(({ device, createdAt, lastSeenAt }) => ({
            device,
            createdAt: createdAt.toISOString(),
            lastSeenAt: lastSeenAt.toISOString(),
          })),
        },
      }
    },
  })

const endRoute = (rooms: MeRooms, resource: Resource, type: PersonType): Route =>
  route({
    method: 'DELETE',
    url: `/${resource.name}/:id/sign_ins`,
    audience: { anyOf: [`u-${resource.area}`] },
    summary: `Ends every sign-in of one of the ${resource.plural}`,
    params: idParams,
    response: doneSchema,
    handler: async (call) => {
      const person = await personOf(rooms, resource, type, call.params.id)
      await checkMayEdit(rooms, call, resource, person.id)
      const count = await rooms.signIn.endSignIns(type, person.id, 'ended-by-staff', signedIn(call).actor.id)
      return done(resource.name, 'Sign-ins that were ended: {count}.', { count })
    },
  })

const inviteRoute = (rooms: MeRooms, resource: Resource, type: PersonType): Route =>
  route({
    method: 'POST',
    url: `/${resource.name}/:id/invite`,
    audience: { anyOf: [`u-${resource.area}`] },
    summary: `Mails one of the ${resource.plural} a link to set their own password`,
    params: idParams,
    response: doneSchema,
    handler: async (call) => {
      const person = await personOf(rooms, resource, type, call.params.id)
      await checkMayEdit(rooms, call, resource, person.id)
      const position = await rooms.signIn.inviteAgain(person, signedIn(call).actor)
      await rooms.projector.waitFor(position, 2_000)
      return done(resource.name, 'An invitation is on its way.')
    },
  })

/** What staff see and do about the way in of somebody who signs in. */
export const peopleRoutes = (rooms: MeRooms): Route[] =>
  rooms.resources.flatMap((resource) => {
    const { name: type, signsIn, area } = resource
    if (!signsIn || area === null || !isPersonType(type)) return []
    return [stateRoute(rooms, resource, type), endRoute(rooms, resource, type), inviteRoute(rooms, resource, type)]
  })
