import { z } from 'zod'
import { approvalHindrance, isSecond, type MailServerStanding } from '../../../commands/configuration/mail-server.ts'
import type { Actor } from '../../../domain/event.ts'
import { permissionsOf } from '../../../domain/permission.ts'
import { namesOf } from '../../../projections/people.ts'
import { done, doneSchema, readFields, word } from '../../body/fields.ts'
import { correlationOf } from '../../server/request-id.ts'
import { type Call, type Route, route, type Session, signedIn } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'
import { type MeRooms, ownPerson } from '../sign-in/own-sign-in.ts'

const ways = ['smtp_url', 'folder', 'configuration'] as const
const nameSchema = z.string().nullable()

const standingSchema = z.object({
  /** By which server codes, links and notices about sign-ins go, and by which everything else. */
  codes: z.enum(ways),
  news: z.enum(ways),
  state: z.enum(['incomplete', 'untested', 'tested', 'approved']),
  host: nameSchema,
  savedBy: nameSchema,
  testedAt: nameSchema,
  approvedBy: nameSchema,
  approvedAt: nameSchema,
  /** Whether the caller can approve now, and why nobody can. */
  mayApprove: z.boolean(),
  hindrance: nameSchema,
  /** How many other users could approve. */
  others: z.number(),
  /** Tells these settings from others; sent along, nothing else is approved. */
  fingerprint: nameSchema,
})

const stateOf = (found: MailServerStanding | null) => {
  if (!found) return 'incomplete'
  if (found.approved) return 'approved'
  return found.tested ? 'tested' : 'untested'
}

const shownTo = async (
  { pool, resources, mail }: Pick<Services, 'pool' | 'resources' | 'mail'>,
  { actor, perms }: Session,
) => {
  const { approval, hasOwnServer } = mail
  const [found, administrators] = await Promise.all([approval.standing(), approval.administrators()])
  const own = hasOwnServer ? 'smtp_url' : 'folder'
  const [state, hindrance] = [stateOf(found), approvalHindrance(found, hasOwnServer)]
  const approver = found?.approved ? ({ type: 'user', id: found.approved.by } as const) : null
  const people: readonly (Actor | null)[] = [found?.savedBy ?? null, approver]
  const names = await namesOf(
    pool,
    people.filter((one) => one !== null),
  )
  const [savedBy, approvedBy] = people.map((one) => (one && names.get(`${one.type}-${one.id}`)) ?? null)
  const holdsAll = permissionsOf(resources).every((one) => perms.includes(one))
  const isFree = found !== null && hindrance === null && state === 'tested'
  return {
    codes: !hasOwnServer && state === 'approved' ? ('configuration' as const) : own,
    news: state === 'tested' || state === 'approved' ? ('configuration' as const) : own,
    state,
    host: found?.server.host ?? null,
    savedBy: savedBy ?? null,
    testedAt: found?.tested?.at.toISOString() ?? null,
    approvedBy: approvedBy ?? null,
    approvedAt: found?.approved?.at.toISOString() ?? null,
    mayApprove: isFree && holdsAll && isSecond(found, Number(actor.id)),
    hindrance,
    others: isFree ? administrators.filter(({ id }) => id !== actor.id && isSecond(found, id)).length : 0,
    fingerprint: found?.fingerprint ?? null,
  } as const
}

const approveSchema = z.object({ password: word('The password'), fingerprint: z.string().optional() })

const approve = async (services: MeRooms, call: Call) => {
  const asked = await readFields(call.request, approveSchema)
  const { perms } = signedIn(call)
  const { ip: address } = call.request
  const correlationId = correlationOf(call.request)
  const person = await ownPerson(services, call)
  const position = await services.mail.approval.approve(person, perms, { ...asked, address, correlationId })
  return {
    ...done('configuration', 'The mail server was approved. Codes and links go by it now.'),
    position: position === null ? null : String(position),
  }
}

/** Which mails go by the server of the configuration screen, and its approval by a second administrator (A3). */
export const mailApprovalRoutes = (services: MeRooms): Route[] => [
  route({
    method: 'GET',
    url: '/configuration/mail_server',
    audience: { anyOf: ['r-configuration'] },
    summary: 'Which mails go which way, and whether the saved mail settings were tested and approved',
    response: z.object({ data: standingSchema }),
    handler: async (call) => ({ data: await shownTo(services, signedIn(call)) }),
  }),
  route({
    method: 'POST',
    url: '/configuration/mail_server/approve',
    audience: { anyOf: ['u-configuration'] },
    summary:
      'Approves the saved mail server for codes and links, by the password of a second user who holds all permissions',
    sends: approveSchema,
    response: doneSchema.extend({ position: z.string().nullable() }),
    handler: (call) => approve(services, call),
  }),
]
