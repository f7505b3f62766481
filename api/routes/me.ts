import type { PersonType } from '../../domain/person.ts'
import { z } from 'zod'
import { resourceOf } from '../../commands/identity/credentials/fact.ts'
import type { Dispatch } from '../../commands/command.ts'
import { fieldProblem, refusedFor, Rejected } from '../../domain/rejected.ts'
import { nothingSent, readSent, type Sent } from '../body/sent.ts'
import { sizeOf } from '../body/size.ts'
import { done, fieldsBy, readFields, word } from '../body/fields.ts'
import {
  asEditor,
  meSchema,
  ownEmployeeSchema,
  ownFields,
  problemsOfPictureNumber,
  profileOf,
} from '../wire/adapters/profile.ts'
import { sentSchema } from '../wire/record.ts'
import { keptAnswers } from '../response-cache/answers.ts'
import { type Call, personOf, type Route, route, signedIn } from '../server/route.ts'
import { clearSignInCookie } from '../server/sign-in-cookie.ts'
import { writeSchema } from '../wire/wire.ts'
import { runWrite } from '../writes/write.ts'
import { passkeyRoutes } from './sign-in/passkeys.ts'
import { ownListRoutes } from './sign-in/own-lists.ts'
import { shortcutsFor } from './shortcut/shortcut.ts'
import { type MeRooms, ownPerson, ownSignInRoutes } from './sign-in/own-sign-in.ts'

const passwordFields = ['oldPassword', 'newPassword', 'newPasswordConfirm'] as const
const passwordSchema = z.object({
  oldPassword: word('The old password'),
  newPassword: word('The new password'),
  newPasswordConfirm: word('Password confirm'),
})

const ownSchema = (type: PersonType) => sentSchema(resourceOf(type), false, ownFields[type])

const changePassword = async (services: MeRooms, call: Call, fields: Record<string, unknown>) => {
  const asked = fieldsBy(passwordSchema, fields)
  const person = await ownPerson(services, call)
  const position = await services.signIn.changeOwnPassword(person, { ...asked, address: call.request.ip })
  clearSignInCookie(call.reply, services.config.publicUrl)
  return {
    ...done('profile', 'Your password was changed. Please sign in with the new one.'),
    position: String(position),
  }
}

const ownProfile = async (
  services: MeRooms,
  type: PersonType,
  id: number,
  { fields, ...sent }: Sent,
): Promise<{ sent: Sent; refusal?: Rejected }> => {
  const { phone_number: alias, ...rest } = fields
  const own: Record<string, unknown> = type === 'user' && alias !== undefined ? { phone: alias, ...rest } : fields
  const known: readonly string[] = ownFields[type]
  const strange = [...Object.keys(own), ...Object.keys(sent.files)].filter((name) => !known.includes(name))
  const problems = [
    ...problemsOfPictureNumber(own, type === 'user' ? 'pic' : 'thumbnail'),
    ...strange.map((name) => fieldProblem(name, 'unknown', '{name} is not a field of your profile', { name })),
  ]
  const person = await services.signIn.personById(type, id)
  const { email, ...profile } = own
  const isKnown = ([name]: [string, unknown]) => known.includes(name)
  const asked = {
    ...sent,
    fields: Object.fromEntries(Object.entries(profile).filter(isKnown)),
    files: Object.fromEntries(Object.entries(sent.files).filter(isKnown)),
  }
  if (email === undefined || email === person?.email) return { sent: asked, ...refusedFor(problems) }
  const ofEmail = fieldProblem('email', 'unconfirmed', 'Confirm the new address with your password and a code first')
  if (problems.length > 0) return { sent: asked, ...refusedFor([ofEmail, ...problems]) }
  const values = 'A new e-mail address has to be confirmed with your password and a code first.'
  return { sent: asked, refusal: new Rejected(values, 'rule', { problems: [ofEmail] }) }
}

const patchRoute = (services: MeRooms): Route =>
  route({
    method: 'PATCH',
    url: '/me',
    audience: 'signed-in',
    summary: 'Changes the own profile, or the own password by its three fields',
    sends: z.union([passwordSchema, ownSchema('user'), ownSchema('employee')]),
    takes: sizeOf(resourceOf('user'), ownFields.user),
    response: writeSchema,
    perMinute: 60,
    handler: async (call) => {
      const { type, id } = signedIn(call).actor
      const sent = await readSent(call.request)
      const names = Object.keys(sent.fields)
      const isPassword = passwordFields.some((name) => names.includes(name))
      if (
        isPassword &&
        names.length + Object.keys(sent.files).length > passwordFields.filter((name) => names.includes(name)).length
      ) {
        throw new Rejected('Send either the profile or the three password fields, not both.', 'validation')
      }
      if (isPassword) return changePassword(services, call, sent.fields)
      const { sent: own, ...refused } = await ownProfile(services, type, id, sent)
      const resource = resourceOf(type)
      const dispatch: Dispatch = (command) => services.dispatch({ ...command, ...refused })
      return runWrite(services, asEditor(call, resource), resource, 'edit', id, own, { dispatch })
    },
  })

const revertSchema = z.object({ version: z.int().min(1).max(2_147_483_647) })

// An address is confirmed, and what others keep for somebody is not theirs to take back.
const taken = (type: PersonType) => ownFields[type].filter((name) => name !== 'email')

/** What somebody may change of themselves they may take back, and nothing else with it. */
const revertRoute = (services: MeRooms): Route =>
  route({
    method: 'POST',
    url: '/me/revert',
    audience: 'signed-in',
    summary: 'Take the own profile back to a version, in what one may change oneself',
    sends: revertSchema,
    response: writeSchema,
    perMinute: 60,
    handler: async (call) => {
      const { type, id } = signedIn(call).actor
      const { version } = await readFields(call.request, revertSchema)
      const resource = resourceOf(type)
      const sent = { ...nothingSent, fields: { version, fields: taken(type) }, fingerprint: String(version) }
      return runWrite(services, asEditor(call, resource), resource, 'revert', id, sent)
    },
  })

// Of a profile, in characters: enough for its longest texts but one.
const profileLength = 2_000

/** The signed-in person about themselves. */
export const meRoutes = (services: MeRooms): Route[] => {
  const profiles = keptAnswers<Awaited<ReturnType<typeof profileOf>>>(() => profileLength)
  return [
    ...(['user', 'employee'] as const).map((type) =>
      route({
        method: 'GET',
        url: type === 'user' ? '/me' : '/me/employee',
        audience: type === 'user' ? 'signed-in' : 'employee',
        summary: type === 'user' ? 'Who is signed in' : 'The signed-in employee',
        response: z.object({ data: type === 'user' ? meSchema : ownEmployeeSchema }),
        handler: async ({ session, reply }) => {
          const own = signedIn({ session })
          const { actor, perms, language, readModelVersion } = own
          const profile = await profiles(readModelVersion, personOf(own), () => profileOf(services.records, actor, []))
          const data = { ...profile, ...(await shortcutsFor(services, actor)), perms, language }
          reply.header('etag', `"${data.version}"`)
          return { data }
        },
      }),
    ),
    patchRoute(services),
    revertRoute(services),
    ...ownSignInRoutes(services),
    ...ownListRoutes(services),
    ...passkeyRoutes(services),
  ]
}
