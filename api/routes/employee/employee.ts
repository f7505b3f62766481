import { z } from 'zod'
import type { Dispatch } from '../../../commands/command.ts'
import { refusedBy } from '../../../commands/refusal.ts'
import { isEmployee } from '../../../domain/person.ts'
import type { Audience } from '../../../domain/permission.ts'
import { accessDenied, fieldProblem, noSuchRecord, refusedFor, Rejected } from '../../../domain/rejected.ts'
import { personDetailSchema } from '../../../domain/people/colleague.ts'
import { employee } from '../../../domain/resources/employee.ts'
import { nothingSent, readSent, type Sent } from '../../body/sent.ts'
import { asEditor, meSchema, ownFields, problemsOfPictureNumber, profileOf } from '../../wire/adapters/profile.ts'
import { type Call, type Route, route, signedIn } from '../../server/route.ts'
import { clearSignInCookie } from '../../server/sign-in-cookie.ts'
import { keyParams, writeSchema } from '../../wire/wire.ts'
import { runWrite } from '../../writes/write.ts'
import { type MeRooms, ownPerson } from '../sign-in/own-sign-in.ts'
import { personOf } from '../portal/directory.ts'
import { chartRoutes } from './chart.ts'
import { pointsRoutes } from './points.ts'
import { standardRoutes } from '../standard.ts'

type Keyed = Call<unknown, unknown> & { params: unknown }

const withEmployees = ({ audience }: Route): Audience => ({
  ...(typeof audience === 'object' ? audience : { anyOf: [] }),
  employees: true,
})

const keyOf = ({ params }: Keyed): string => keyParams.parse(params).key

/** @throws Rejected forbidden for an employee who means somebody else, missing when there is nobody */
const checkOwn = async ({ records }: MeRooms, call: Keyed): Promise<number> => {
  const { id } = signedIn(call).actor
  if (keyOf(call) === String(id)) return id
  const isThere = (await records.find(employee, keyOf(call), 'staff')) !== null
  throw isThere ? new Rejected(accessDenied, 'forbidden') : noSuchRecord(employee)
}

/** Staff read the record, employees what colleagues may see, and of themselves all of it (E15). */
const readRoute = (rooms: MeRooms, whole: Route): Route => ({
  ...whole,
  audience: withEmployees(whole),
  // The least telling last: the first that fits is what is sent.
  ...(whole.response
    ? { response: z.union([z.object({ data: meSchema }), whole.response, z.object({ data: personDetailSchema })]) }
    : {}),
  handler: async (call) => {
    const { actor } = signedIn(call)
    if (!isEmployee(actor)) return whole.handler(call)
    const key = keyOf(call)
    if (key === String(actor.id)) return { data: await profileOf(rooms.records, actor, []) }
    if (!/^\d{1,9}$/.test(key)) throw noSuchRecord(employee)
    return { data: await personOf(rooms, Number(key)) }
  },
})

const passwordSchema = z.string('The password is a text').max(1_000, 'The password is a text')

/** What an employee may change about themselves; other fields are left alone (E14). */
const ownSent = ({ fields, files, ...sent }: Sent): { sent: Sent; password: string; refusal?: Rejected } => {
  const known: readonly string[] = ownFields.employee.filter((name) => name !== 'email')
  const kept = Object.fromEntries(Object.entries(fields).filter(([name]) => known.includes(name)))
  const { thumbnail } = files
  const password = passwordSchema.safeParse(fields.password ?? '')
  const problems = [
    ...problemsOfPictureNumber(kept, 'thumbnail'),
    ...(password.success ? [] : [fieldProblem('password', 'text', 'The password is a text')]),
  ]
  return {
    sent: { ...sent, fields: kept, files: thumbnail ? { thumbnail } : {} },
    password: password.data ?? '',
    ...refusedFor(problems),
  }
}

const editOwn = async (rooms: MeRooms, call: Call): Promise<unknown> => {
  const id = await checkOwn(rooms, call)
  const { sent, password, refusal } = ownSent(await readSent(call.request))
  const person = await ownPerson(rooms, call)
  const dispatch: Dispatch = async (command) => {
    const check = () => password !== '' && rooms.signIn.checkPassword([person.name, person.email], password)
    const outcome = await rooms.dispatch({ ...command, ...(await refusedBy([check], refusal)) })
    if (password === '') return outcome
    const position = await rooms.signIn.setPassword({ person, password, method: 'own', actor: command.actor })
    return { ...outcome, position }
  }
  const body = await runWrite(rooms, asEditor(call, employee), employee, 'edit', id, sent, { dispatch })
  // A new password ends every sign-in, this one as well.
  if (password !== '') clearSignInCookie(call.reply, rooms.config.publicUrl)
  return body
}

const editRoute = (rooms: MeRooms, whole: Route): Route => ({
  ...whole,
  audience: withEmployees(whole),
  handler: (call) => (isEmployee(signedIn(call).actor) ? editOwn(rooms, call) : whole.handler(call)),
})

const removeProfile = (rooms: MeRooms): Route =>
  route({
    method: 'PUT',
    url: '/employee/:key/remove_profile',
    audience: { anyOf: ['u-employee'], employees: true },
    summary: 'Take away the picture of an employee',
    params: keyParams,
    response: writeSchema,
    handler: async (call) => {
      const isOwn = isEmployee(signedIn(call).actor)
      const id = isOwn ? await checkOwn(rooms, call) : Number(keyOf(call))
      if (!Number.isInteger(id)) throw noSuchRecord(employee)
      const sent = { ...nothingSent, fields: { thumbnail: null } }
      return runWrite(rooms, isOwn ? asEditor(call, employee) : call, employee, 'edit', id, sent)
    },
  })

const byKey = (method: string, { method: own, url }: Route) => own === method && url === '/employee/:key'

/** Employees: for staff as declared, and for employees about themselves and each other (docs/specification/wire.md#calls). */
export const employeeRoutes = (rooms: MeRooms): Route[] => [
  ...standardRoutes(rooms, employee).map((one) => {
    if (byKey('GET', one)) return readRoute(rooms, one)
    return byKey('PUT', one) ? editRoute(rooms, one) : one
  }),
  removeProfile(rooms),
  ...chartRoutes(rooms),
  ...pointsRoutes(rooms),
]
