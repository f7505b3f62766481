import { z } from 'zod'
import type { KeptDraft } from '../../../commands/drafts/drafts.ts'
import { streamOf } from '../../../domain/event.ts'
import { staff } from '../../../domain/person.ts'
import { accessDenied, Rejected } from '../../../domain/rejected.ts'
import type { Resource } from '../../../domain/resource.ts'
import { done, doneSchema, readFields } from '../../body/fields.ts'
import { type Call, personOf, type Route, route, type Session, signedIn } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'
import { namesOfRecords, peopleNamed } from '../../wire/schedule.ts'

const name = z.string('resource is the name of a kind of record').max(60, 'resource is the name of a kind of record')
const record = z.int('record is the number of a record').min(1).max(2_147_483_647).nullable()
const values = z.record(z.string(), z.unknown(), 'values are what the form holds, by field')
const draftParams = z.object({ id: z.string().max(100) })

const keepSchema = z.object({
  resource: name,
  record,
  version: z.int('version is the version that was typed over').min(1).nullable(),
  values,
  before: values,
})

const shape = {
  id: z.string(),
  resource: z.string(),
  record: z.number().nullable(),
  version: z.number().nullable(),
  at: z.string(),
}
const listedSchema = z.object({
  ...shape,
  /** What names it: its own title, else that of the record. */
  title: z.string(),
  fields: z.array(z.string()),
  by: z.object({ id: z.string(), name: z.string() }),
  isOwn: z.boolean(),
})
const readSchema = z.object({ ...shape, values, before: values })

// Twice what a form with the longest texts sends: what was typed, and what stood there before.
const draftSize = { text: 3_200_000, pictures: 0 }

type Of = Pick<KeptDraft, 'record'>

/** Whoever may save what is typed may keep it, and see what others keep of the same. */
const mayWrite = (resource: Resource, { perms }: Session, of: Of): boolean =>
  perms.includes(`${of.record === null ? 'c' : 'u'}-${resource.area}`)

const resourceNamed = ({ resources }: Pick<Services, 'resources'>, asked: string): Resource => {
  const resource = resources.find((known) => known.name === asked)
  if (!resource || resource.menu === null) throw new Rejected('There is no such kind of record.', 'missing')
  // What is typed about people waits for nobody (X16).
  if (resource.isPerson) throw new Rejected('Nothing is kept of forms about people.', 'validation')
  return resource
}

const wireOf = ({ id, resource, record: of, version, keptAt }: KeptDraft) => ({
  id,
  resource,
  record: of,
  version,
  at: keptAt.toISOString(),
})

/** A draft, for whoever may go on with it. @throws Rejected missing */
const shown = async (services: Services, call: Call<{ id: string }>): Promise<KeptDraft> => {
  const draft = await services.drafts.find(call.params.id)
  const resource = services.resources.find((known) => known.name === draft.resource)
  if (!resource || !mayWrite(resource, signedIn(call), draft))
    throw new Rejected('This draft is not there any more.', 'missing')
  return draft
}

const listRoute = (services: Services): Route =>
  route({
    method: 'GET',
    url: '/draft',
    audience: staff,
    summary:
      'What was typed into forms of a kind of record and not saved yet, by whomever: the newest first, 100 at most',
    query: z.object({
      resource: name,
      record: z.union([z.literal('new'), z.coerce.number().int().min(1).max(2_147_483_647)]).optional(),
    }),
    response: z.object({ data: z.array(listedSchema) }),
    handler: async (call) => {
      const session = signedIn(call)
      const resource = resourceNamed(services, call.query.resource)
      const of = call.query.record === 'new' ? null : call.query.record
      const all = await services.drafts.list({ resource: resource.name, ...(of === undefined ? {} : { record: of }) })
      const seen = all.filter((draft) => mayWrite(resource, session, draft))
      const named = await peopleNamed(
        services,
        session,
        seen.map(({ person }) => person),
      )
      const asked = seen.flatMap(({ resource: of, record: id }) => (id === null ? [] : [{ resource: of, id }]))
      const names = await namesOfRecords(services, session, asked)
      const data = seen.map((draft) => ({
        ...wireOf(draft),
        title: draft.title || (draft.record === null ? '' : (names.get(streamOf(draft.resource, draft.record)) ?? '')),
        fields: draft.fields,
        by: named(draft.person),
        isOwn: draft.person === personOf(session),
      }))
      return { data }
    },
  })

const readRoute = (services: Services): Route =>
  route({
    method: 'GET',
    url: '/draft/:id',
    audience: staff,
    summary: 'A draft with what was typed',
    params: draftParams,
    response: z.object({ data: readSchema }),
    handler: async (call) => {
      await shown(services, call)
      const draft = await services.drafts.read(call.params.id)
      return { data: { ...wireOf(draft), values: draft.values, before: draft.before } }
    },
  })

const keepRoute = (services: Services): Route =>
  route({
    method: 'PUT',
    url: '/draft/:id',
    audience: staff,
    summary: 'Keep what is typed into a form, under an id that the caller drew',
    params: draftParams,
    sends: keepSchema,
    takes: draftSize,
    background: 'as said',
    perMinute: 240,
    response: z.object({ data: z.object({ id: z.string(), at: z.string() }) }),
    handler: async (call) => {
      const session = signedIn(call)
      const sent = await readFields(call.request, keepSchema)
      const resource = resourceNamed(services, sent.resource)
      if (!mayWrite(resource, session, sent)) throw new Rejected(accessDenied, 'forbidden')
      const { id } = call.params
      const { keptAt } = await services.drafts.keep({ ...sent, id, person: personOf(session), of: resource })
      return { data: { id, at: keptAt.toISOString() } }
    },
  })

const takeRoute = (services: Services): Route =>
  route({
    method: 'POST',
    url: '/draft/:id/take',
    audience: staff,
    summary: 'Go on with a draft of somebody else or of another device, under another id',
    params: draftParams,
    sends: z.object({ as: z.uuid('as is the id that it has from now on') }),
    response: z.object({ data: readSchema }),
    handler: async (call) => {
      await shown(services, call)
      const { as } = await readFields(call.request, z.object({ as: z.uuid('as is the id that it has from now on') }))
      const draft = await services.drafts.take(call.params.id, personOf(signedIn(call)), as)
      return { data: { ...wireOf(draft), values: draft.values, before: draft.before } }
    },
  })

const discardRoute = (services: Services): Route =>
  route({
    method: 'DELETE',
    url: '/draft/:id',
    audience: staff,
    summary: 'Discard a draft: one’s own, or one of what whoever asks may save',
    params: draftParams,
    response: doneSchema,
    handler: async (call) => {
      // One that was discarded already is gone as asked.
      const draft = await services.drafts.find(call.params.id).catch((error: unknown) => {
        if (error instanceof Rejected && error.kind === 'missing') return null
        throw error
      })
      if (draft && draft.person !== personOf(signedIn(call))) await shown(services, call)
      if (draft) await services.drafts.discard(draft.id)
      return done('draft', 'The draft is discarded.')
    },
  })

/** What is typed into forms and not saved yet, kept on the server (docs/decisions/content/0178). */
export const draftRoutes = (services: Services): Route[] => [
  listRoute(services),
  readRoute(services),
  keepRoute(services),
  takeRoute(services),
  discardRoute(services),
]
