import { z } from 'zod'
import type { PersonType } from '../../commands/sign-in/dependencies.ts'
import type { SignIn } from '../../commands/sign-in/sign-in.ts'
import { employee } from '../../domain/employee.ts'
import { fieldProblem, Rejected, rejectFields } from '../../domain/rejected.ts'
import { user } from '../../domain/user.ts'
import { readSent, type Sent } from '../body.ts'
import { toRecord } from '../record.ts'
import type { Rooms } from '../rooms.ts'
import { type Call, type Route, route, signedIn } from '../route.ts'
import { clearSignInCookie } from '../sign-in-cookie.ts'
import { done, doneSchema, readFields } from '../fields.ts'
import { runWrite } from './resource.ts'

export type MeRooms = Rooms & { signIn: SignIn }

const named = z.object({ id: z.number(), name: z.string() }).nullable()
const text = z.string()

const userSchema = z.object({
  type: z.literal('user'), id: z.number(), userName: text, fullname: text, firstName: text, lastName: text, email: text, phone: text,
  phone_number: text, website: text, facebook: text, twitter: text, bio: text, pic: text.nullable(), role: named, perms: z.array(text), version: z.number(),
})
const employeeSchema = z.object({
  type: z.literal('employee'), id: z.number(), fullname: text, display_name: text, email: text, employee_number: text,
  title: named, division: named, departement: named, point: z.number(), phone_number: text, linkedln: text, facebook: text, instagram: text,
  office_address: text, office_phone: text, thumbnail: text.nullable(), pic: text.nullable(), perms: z.array(text), version: z.number(),
})

/** Who is signed in (spec/decisions T8). */
export const meSchema = z.discriminatedUnion('type', [userSchema, employeeSchema])
export type Me = z.output<typeof meSchema>

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const namedOf = (value: unknown) => named.catch(null).parse(value)

const userOf = (id: number, record: Record<string, unknown>, perms: readonly string[]): Me => ({
  type: 'user', id, userName: textOf(record.userName), firstName: textOf(record.firstName), lastName: textOf(record.lastName),
  fullname: `${textOf(record.firstName)} ${textOf(record.lastName)}`.trim(), email: textOf(record.email), phone: textOf(record.phone),
  phone_number: textOf(record.phone), website: textOf(record.website), facebook: textOf(record.facebook), twitter: textOf(record.twitter),
  bio: textOf(record.bio), pic: textOf(record.pic_url) || null, role: namedOf(record.role), perms: [...perms], version: Number(record.version),
})

const employeeOf = (id: number, record: Record<string, unknown>): Me => ({
  type: 'employee', id, fullname: textOf(record.fullname), display_name: textOf(record.display_name), email: textOf(record.email),
  employee_number: textOf(record.employee_number), title: namedOf(record.title), division: namedOf(record.division),
  departement: namedOf(record.departement), point: Number(record.point ?? 0), phone_number: textOf(record.phone_number),
  linkedln: textOf(record.linkedln), facebook: textOf(record.facebook), instagram: textOf(record.instagram),
  office_address: textOf(record.office_address), office_phone: textOf(record.office_phone), thumbnail: textOf(record.thumbnail_url) || null,
  pic: textOf(record.thumbnail_url) || null, perms: [], version: Number(record.version),
})

const resourceOf = (type: PersonType) => (type === 'user' ? user : employee)

/** A person as they see themselves. @throws Rejected unauthenticated when they are gone */
export const profileOf = async (records: Rooms['records'], actor: { type: PersonType; id: number }, perms: readonly string[]): Promise<Me> => {
  const resource = resourceOf(actor.type)
  const found = await records.find(resource, String(actor.id), 'staff')
  if (!found) throw new Rejected('Please sign in.', 'unauthenticated')
  const record = toRecord(resource, found.row)
  return actor.type === 'user' ? userOf(actor.id, record, perms) : employeeOf(actor.id, record)
}

// What people may change about themselves; all else is for those who hold the area (spec/decisions A13, A14, E14).
const ownFields: Readonly<Record<PersonType, readonly string[]>> = {
  user: ['userName', 'firstName', 'lastName', 'phone', 'email', 'website', 'facebook', 'twitter', 'bio', 'pic'],
  employee: ['fullname', 'display_name', 'phone_number', 'email', 'thumbnail'],
}
const passwordFields = ['oldPassword', 'newPassword', 'newPasswordConfirm'] as const
const passwordSchema = z.object({
  oldPassword: z.string('The old password is required').min(1, 'The old password is required').max(1_000),
  newPassword: z.string('The new password is required').min(1, 'The new password is required').max(1_000),
  newPasswordConfirm: z.string('Password confirm is required').max(1_000),
})

const changePassword = async (rooms: MeRooms, call: Call, fields: Record<string, unknown>) => {
  const { actor } = signedIn(call)
  const read = passwordSchema.safeParse(fields)
  if (!read.success) {
    return rejectFields(read.error.issues.map(({ path, code, message }) => fieldProblem(path.join('.'), code, message)))
  }
  const person = await rooms.signIn.personById(actor.type, actor.id)
  if (!person) throw new Rejected('Please sign in.', 'unauthenticated')
  const position = await rooms.signIn.changeOwnPassword(person, { ...read.data, address: call.request.ip })
  clearSignInCookie(call.reply, rooms.config.publicUrl)
  return { ...done('profile', 'Your password was changed. Please sign in with the new one.'), position: String(position) }
}

const ownProfile = async (rooms: MeRooms, type: PersonType, id: number, { fields, ...sent }: Sent): Promise<Sent> => {
  const { phone_number: alias, ...rest } = fields
  const own: Record<string, unknown> = type === 'user' && alias !== undefined ? { phone: alias, ...rest } : fields
  const known = ownFields[type]
  const strange = [...Object.keys(own), ...Object.keys(sent.files)].filter((name) => !known.includes(name))
  if (strange.length > 0) rejectFields(strange.map((name) => fieldProblem(name, 'unknown', `${name} is not a field of your profile`)))
  const person = await rooms.signIn.personById(type, id)
  const { email, ...profile } = own
  if (email !== undefined && email !== person?.email) {
    throw new Rejected('A new e-mail address has to be confirmed with your password and a code first.', 'rule', {
      problems: [fieldProblem('email', 'unconfirmed', 'Confirm the new address with your password and a code first')],
    })
  }
  return { ...sent, fields: profile }
}

const patchRoute = (rooms: MeRooms): Route =>
  route({
    method: 'PATCH', url: '/me', audience: 'signed-in', summary: 'Changes the own profile, or the own password by its three fields',
    handler: async (call) => {
      const session = signedIn(call)
      const sent = await readSent(call.request)
      const names = Object.keys(sent.fields)
      const isPassword = passwordFields.some((name) => names.includes(name))
      if (isPassword && names.length + Object.keys(sent.files).length > passwordFields.filter((name) => names.includes(name)).length) {
        throw new Rejected('Send either the profile or the three password fields, not both.', 'validation')
      }
      if (isPassword) return changePassword(rooms, call, sent.fields)
      const { type, id } = session.actor
      const own = await ownProfile(rooms, type, id, sent)
      const resource = resourceOf(type)
      // Everybody may edit this one record; the fields are narrowed above.
      return runWrite(rooms, { ...call, session: { ...session, perms: [`u-${resource.area}`] } }, resource, 'edit', id, own)
    },
  })

const emailRoutes = (rooms: MeRooms): Route[] => {
  const personOf = async (call: Pick<Call, 'session'>) => {
    const { actor } = signedIn(call)
    const person = await rooms.signIn.personById(actor.type, actor.id)
    if (!person) throw new Rejected('Please sign in.', 'unauthenticated')
    return person
  }
  return [
    route({
      method: 'POST', url: '/me/email', audience: 'signed-in', summary: 'Asks for another e-mail address: mails a code to it',
      response: doneSchema.extend({ data: z.object({ data: z.string(), email: z.string() }) }),
      handler: async (call) => {
        const asked = await readFields(call.request, z.object({ email: z.string().max(300), password: z.string().max(1_000) }))
        const opened = await rooms.signIn.startEmailChange(await personOf(call), { ...asked, address: call.request.ip })
        return { ...done('profile', 'A code is on its way to the new address.'), data: { data: opened.challenge, email: opened.maskedEmail } }
      },
    }),
    route({
      method: 'POST', url: '/me/email/verify', audience: 'signed-in', summary: 'Confirms the new e-mail address by its code',
      response: doneSchema.extend({ position: z.string().nullable() }),
      handler: async (call) => {
        const { data, otp } = await readFields(call.request, z.object({ data: z.string().max(300), otp: z.string().max(64) }))
        const position = await rooms.signIn.finishEmailChange(await personOf(call), { challenge: data, otp, address: call.request.ip })
        if (position !== null) await rooms.projector.waitFor(position, 2_000)
        return { ...done('profile', 'Your e-mail address was changed.'), position: position === null ? null : String(position) }
      },
    }),
  ]
}

/** The signed-in person about themselves. */
export const meRoutes = (rooms: MeRooms): Route[] => [
  ...(['user', 'employee'] as const).map((type) =>
    route({
      method: 'GET', url: type === 'user' ? '/me' : '/me/employee', audience: type === 'user' ? 'signed-in' : 'employee',
      summary: type === 'user' ? 'Who is signed in' : 'The signed-in employee', response: z.object({ data: meSchema }),
      handler: async ({ session, reply }) => {
        const { actor, perms } = signedIn({ session })
        const data = await profileOf(rooms.records, actor, perms)
        reply.header('etag', `"${data.version}"`)
        return { data }
      },
    }),
  ),
  patchRoute(rooms),
  ...emailRoutes(rooms),
]
