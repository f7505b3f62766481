import { z } from 'zod'
import { showing } from '../../../commands/evidence/make.ts'
import { type EvidenceExport, keptHours } from '../../../commands/evidence/exports.ts'
import type { EvidenceAsked } from '../../../domain/events/evidence.ts'
import { holdsAny } from '../../../domain/permission.ts'
import { isPersonType } from '../../../domain/person.ts'
import { accessDenied, Rejected } from '../../../domain/rejected.ts'
import type { Resource } from '../../../domain/resource.ts'
import { asFile } from '../../wire/download.ts'
import { done, doneSchema, readFields } from '../../body/fields.ts'
import { languageFor } from '../../server/language.ts'
import { type Call, personOf, type Route, route, type Session, signedIn } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'
import { day, refuseIfMatch, whole } from '../../wire/wire.ts'
import { once } from '../../writes/once.ts'
import { auditors } from './proofs.ts'

const empty = z.literal('').transform(() => undefined)
const positionText = '{name} is the number of an entry.'
const position = z
  .string(positionText)
  .regex(/^[1-9]\d{0,18}$/, positionText)
  .refine((text) => BigInt(text) < 2n ** 63n, positionText)
const kinds = ['all', 'days', 'positions', 'record', 'person'] as const

const askedShape = {
  kind: z.enum(kinds, '{name} is all, days, positions, record or person.'),
  from: empty.or(day).optional(),
  to: empty.or(day).optional(),
  first: empty.or(position).optional(),
  last: empty.or(position).optional(),
  resource: empty.or(z.string('{name} is one text.').max(40)).optional(),
  record: empty.or(whole(1, 999_999_999)).optional(),
}
const askedSchema = z.object(askedShape)
type Sent = z.output<typeof askedSchema>

const choose = (id: string) => new Rejected(id, 'validation')

const recordOf = ({ resources }: Pick<Services, 'resources'>, { resource, record }: Sent) => {
  if (!resources.some(({ name }) => name === resource)) throw choose('There is no such kind of record.')
  if (resource === undefined || record === undefined) throw choose('Choose the record that it is to be about.')
  return { resource, record }
}

/** @throws Rejected validation where something is missing */
const askedOf = (services: Services, sent: Sent): EvidenceAsked => {
  const { kind, from = null, to = null, first = null, last = null } = sent
  if (kind === 'all') return { kind }
  if (kind === 'days') return { kind, from, to }
  if (kind === 'positions') return { kind, from: first, to: last }
  if (kind === 'record') return { kind, ...recordOf(services, sent) }
  const { resource = '', record } = sent
  if (!isPersonType(resource) || record === undefined) throw choose('Choose the person that it is to be about.')
  return { kind, resource, record }
}

const exportSchema = z.object({
  id: z.string(),
  kind: z.enum(kinds),
  from: z.string().nullable(),
  to: z.string().nullable(),
  resource: z.string().nullable(),
  record: z.number().nullable(),
  /** What the record or person is called today. */
  name: z.string().nullable(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled', 'gone']),
  events: z.number().nullable(),
  written: z.number(),
  bytes: z.number().nullable(),
  problem: z.string().nullable(),
  startedAt: z.string(),
  finishedAt: z.string().nullable(),
})

// What people are called is for those who may read about them.
const isNamedFor = ({ area, recordLabel, fields }: Resource, perms: readonly string[]): boolean =>
  holdsAny(perms, [`r-${area}`, 'r-audit_personal']) || !recordLabel.some((name) => fields[name]?.isPersonal)

const nameOf = async (
  { records, resources }: Services,
  { perms }: Session,
  asked: EvidenceAsked,
): Promise<string | null> => {
  const resource = 'record' in asked ? resources.find(({ name }) => name === asked.resource) : undefined
  if (!resource || !('record' in asked) || !isNamedFor(resource, perms)) return null
  return (await records.labels(resource, [asked.record])).get(asked.record) ?? null
}

const shown = async (
  services: Services,
  session: Session,
  { asked, startedAt, finishedAt, ...rest }: EvidenceExport,
) => {
  const { id, state, events, written, bytes, problem } = rest
  const { from, to } = 'from' in asked ? asked : { from: null, to: null }
  const { resource, record } = 'record' in asked ? asked : { resource: null, record: null }
  const moments = { startedAt: startedAt.toISOString(), finishedAt: finishedAt?.toISOString() ?? null }
  const name = await nameOf(services, session, asked)
  return { id, kind: asked.kind, from, to, resource, record, name, state, events, written, bytes, problem, ...moments }
}

const noExport = () => new Rejected('There is no such export.', 'missing')
const params = z.object({ id: z.uuid('{name} is the id of an export.') })

const ownExport = async ({ evidence }: Pick<Services, 'evidence'>, call: Call<{ id: string }>) => {
  const found = await evidence.find(personOf(signedIn(call)), call.params.id)
  if (!found) throw noExport()
  return found
}

const sizeRoute = (services: Services): Route =>
  route({
    method: 'GET',
    url: '/evidence/size',
    audience: auditors,
    summary: 'How many events an evidence package would have',
    query: askedSchema,
    response: z.object({ data: z.object({ events: z.number() }) }),
    handler: async ({ query }) => ({ data: { events: await services.evidence.sizeOf(askedOf(services, query)) } }),
  })

const startRoute = (services: Services): Route =>
  route({
    method: 'POST',
    url: '/evidence',
    audience: auditors,
    summary: 'Begin an evidence package: of everything, of days or positions, of a record or a person',
    sends: askedSchema,
    response: doneSchema.extend({ data: z.object({ id: z.string() }) }),
    perMinute: 10,
    handler: async (call) => {
      const session = signedIn(call)
      refuseIfMatch(call.request)
      const asked = askedOf(services, await readFields(call.request, askedSchema))
      return once(services, call, JSON.stringify(asked), async ({ commandId: id }) => {
        const perms = showing(services.resources, session.perms)
        await services.evidence.start({
          id,
          person: personOf(session),
          asked,
          perms,
          language: languageFor(call.request),
        })
        return { status: 200, body: { ...done('evidence', 'The package is being made.'), data: { id } } }
      })
    },
  })

const listRoute = (services: Services): Route =>
  route({
    method: 'GET',
    url: '/evidence',
    audience: auditors,
    summary: `Evidence packages that one asked for, newest first; each is kept for ${keptHours} hours`,
    response: z.object({ data: z.array(exportSchema) }),
    handler: async (call) => {
      const session = signedIn(call)
      const found = await services.evidence.list(personOf(session), 50)
      return { data: await Promise.all(found.map((one) => shown(services, session, one))) }
    },
  })

const readRoute = (services: Services): Route =>
  route({
    method: 'GET',
    url: '/evidence/:id',
    audience: auditors,
    summary: 'How far an evidence package of one’s own is',
    params,
    response: z.object({ data: exportSchema }),
    handler: async (call) => ({ data: await shown(services, signedIn(call), await ownExport(services, call)) }),
  })

const packageRoute = (services: Services): Route =>
  route({
    method: 'GET',
    url: '/evidence/:id/package',
    audience: auditors,
    summary: 'An evidence package of one’s own, as a zip archive',
    params,
    perMinute: 30,
    handler: async (call) => {
      const { id, state, perms } = await ownExport(services, call)
      if (state !== 'done') throw new Rejected('This package is no longer kept. Please export it again.', 'missing')
      // What it shows was for who held these rights.
      if (!perms.every((one) => signedIn(call).perms.includes(one))) throw new Rejected(accessDenied, 'forbidden')
      const { bytes, size } = await services.evidence.read(id)
      asFile(call, `evidence-${id.slice(0, 8)}.zip`).header('content-length', size)
      return bytes
    },
  })

const cancelRoute = (services: Services): Route =>
  route({
    method: 'POST',
    url: '/evidence/:id/cancel',
    audience: auditors,
    summary: 'Cancel an evidence package that is being made',
    params,
    response: doneSchema,
    handler: async (call) => {
      const { id } = await ownExport(services, call)
      const isCancelled = await services.evidence.cancel(personOf(signedIn(call)), id)
      return done('evidence', isCancelled ? 'The export was cancelled.' : 'The export was finished already.')
    },
  })

/** Evidence packages: what an auditor hands on, to be verified without this system. */
export const evidenceRoutes = (services: Services): Route[] => [
  sizeRoute(services),
  startRoute(services),
  listRoute(services),
  readRoute(services),
  packageRoute(services),
  cancelRoute(services),
]
