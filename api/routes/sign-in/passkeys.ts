import { z } from 'zod'
import { done, doneSchema, readFields, word } from '../../body/fields.ts'
import { newPasskeyAnswer } from '../../wire/adapters/passkey-answers.ts'
import { type Route, route, signedIn } from '../../server/route.ts'
import { type MeRooms, ownPerson } from './own-sign-in.ts'

const passwordSchema = z.object({ password: word('The password') })
const madeSchema = z.object({ name: word('Name', 200), response: newPasskeyAnswer })
const nameSchema = madeSchema.pick({ name: true })
const params = z.object({ id: z.uuid('{name} is the number of a passkey.') })
const listSchema = z.object({
  data: z.object({
    isPossible: z.boolean(),
    passkeys: z.array(
      z.object({ id: z.string(), name: z.string(), createdAt: z.string(), usedAt: z.string().nullable() }),
    ),
  }),
})

const listRoute = ({ signIn }: MeRooms): Route =>
  route({
    method: 'GET',
    url: '/me/passkeys',
    audience: 'signed-in',
    summary: 'The own passkeys, and whether this site can have any',
    response: listSchema,
    handler: async (call) => {
      const found = await signIn.passkeys(signedIn(call).actor)
      const passkeys = found.map(({ createdAt, usedAt, ...one }) => ({
        ...one,
        createdAt: createdAt.toISOString(),
        usedAt: usedAt?.toISOString() ?? null,
      }))
      return { data: { isPossible: signIn.hasPasskeys(), passkeys } }
    },
  })

const addRoutes = (rooms: MeRooms): Route[] => [
  route({
    method: 'POST',
    url: '/me/passkeys/options',
    audience: 'signed-in',
    summary: 'What the browser makes a passkey by, for the own password',
    sends: passwordSchema,
    response: z.object({ data: z.looseObject({ challenge: z.string() }) }),
    handler: async (call) => {
      const { password } = await readFields(call.request, passwordSchema)
      const asked = { password, address: call.request.ip, signInId: signedIn(call).signInId }
      return { data: await rooms.signIn.startPasskey(await ownPerson(rooms, call), asked) }
    },
  }),
  route({
    method: 'POST',
    url: '/me/passkeys',
    audience: 'signed-in',
    summary: 'Keeps a passkey that the browser has made',
    sends: madeSchema,
    response: doneSchema,
    handler: async (call) => {
      const made = { ...(await readFields(call.request, madeSchema)), signInId: signedIn(call).signInId }
      await rooms.signIn.finishPasskey(await ownPerson(rooms, call), made)
      return done('profile', 'The passkey was added.')
    },
  }),
]

const oneRoutes = (rooms: MeRooms): Route[] => [
  route({
    method: 'PATCH',
    url: '/me/passkeys/:id',
    audience: 'signed-in',
    summary: 'Gives an own passkey another name',
    params,
    sends: nameSchema,
    response: doneSchema,
    handler: async (call) => {
      const { name } = await readFields(call.request, nameSchema)
      await rooms.signIn.renamePasskey(await ownPerson(rooms, call), call.params.id, name)
      return done('profile', 'The passkey was renamed.')
    },
  }),
  route({
    method: 'DELETE',
    url: '/me/passkeys/:id',
    audience: 'signed-in',
    summary: 'Removes an own passkey',
    params,
    response: doneSchema,
    handler: async (call) => {
      await rooms.signIn.removePasskey(await ownPerson(rooms, call), call.params.id)
      return done('profile', 'The passkey was removed.')
    },
  }),
]

/** The passkeys of whoever is signed in. */
export const passkeyRoutes = (rooms: MeRooms): Route[] => [listRoute(rooms), ...addRoutes(rooms), ...oneRoutes(rooms)]
