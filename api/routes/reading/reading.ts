import { z } from 'zod'
import { loadRecord } from '../../../commands/record.ts'
import { textOf } from '../../../domain/json.ts'
import { spoken } from '../../../domain/message.ts'
import { noSuchRecord } from '../../../domain/rejected.ts'
import { configuration, configurationId } from '../../../domain/resources/configuration.ts'
import { post } from '../../../domain/resources/post.ts'
import { reading, readingTerms } from '../../../domain/resources/reading.ts'
import { refuseOthers } from '../../body/fields.ts'
import { nothingSent, readSent } from '../../body/sent.ts'
import { type Call, type Route, route } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'
import { fieldsSchema } from '../../wire/record.ts'
import { idParams, writeSchema } from '../../wire/wire.ts'
import { runWrite } from '../../writes/write.ts'
import { verbRoutes } from '../verbs.ts'
import { auditors, momentQuery, servicesAt } from '../../wire/moment.ts'
import { historyRoutes } from '../history/history.ts'

const says = (body: unknown, id: string) => Object.assign({}, body, spoken({ id, values: {} }))

const placeSchema = z.object({ id: z.number(), name: z.string() })
const placesSchema = z.array(placeSchema).catch([])

const readingSchema = z.object({
  id: z.number(),
  version: z.number(),
  isAsked: z.boolean(),
  round: z.number(),
  last_day: z.string().nullable(),
  divisions: z.array(placeSchema),
  departements: z.array(placeSchema),
})

/** What is asked of a post. @throws Rejected missing without such a post */
const readingOf = async ({ records }: Pick<Services, 'records'>, id: number) => {
  const [found, asked, settings] = await Promise.all([
    records.find(post, String(id), 'staff'),
    records.find(reading, String(id), 'staff'),
    records.find(configuration, String(configurationId), 'staff'),
  ])
  if (!found) throw noSuchRecord(post)
  const data = asked && {
    id,
    version: Number(asked.version),
    isAsked: asked.stage === 'asked',
    round: Number(asked.round),
    last_day: asked.last_day ?? null,
    divisions: placesSchema.parse(asked.divisions),
    departements: placesSchema.parse(asked.departements),
  }
  return { data, meta: { name: textOf(found.name), isOn: settings?.must_read === true } }
}

/** Begins to ask, with the id of the post; or changes what is asked, and asks once more where it was ended. */
const require = async (services: Services, call: Call, id: number): Promise<unknown> => {
  const sent = await readSent(call.request)
  refuseOthers(Object.keys(readingTerms), sent.fields)
  const done = 'Employees are asked to read this post.'
  const { state } = await loadRecord(services.log, reading, id)
  if (state.status === 'none') {
    const found = await services.records.find(post, String(id), 'staff')
    if (!found) throw noSuchRecord(post)
    const body = await runWrite(services, call, reading, 'create', undefined, sent, {
      supplied: { post_name: textOf(found.name) },
      // Whoever may change the post may ask that it is read, also for the first time.
      dispatch: ({ perms, ...command }) =>
        services.dispatch({ ...command, id, perms: perms && [...perms, `c-${reading.area}`] }),
    })
    return says(body, done)
  }
  const edited = await runWrite(services, call, reading, 'edit', id, sent)
  if (state.values.stage === 'asked') return says(edited, done)
  // The version that this call tells is the one before the edit.
  delete call.request.headers['if-match']
  return says(await runWrite(services, call, reading, 'resume', id, nothingSent, { part: 'again' }), done)
}

/** How staff ask that a post is read, with a receipt (docs/decisions/content/0193). */
export const readingRoutes = (services: Services): Route[] => [
  route({
    method: 'GET',
    url: '/post/:id/reading',
    audience: { anyOf: ['r-post'] },
    atMoments: auditors,
    summary:
      'Whether employees are asked to read a post, until when, and of whom it is asked; null while nothing ever was',
    params: idParams,
    query: momentQuery,
    response: z.object({ data: readingSchema.nullable(), meta: z.object({ name: z.string(), isOn: z.boolean() }) }),
    handler: async ({ params, query }) => readingOf(await servicesAt(services, query.as_of), params.id),
  }),
  route({
    method: 'PUT',
    url: '/post/:id/reading',
    audience: { anyOf: ['u-post'] },
    summary: 'Ask employees to read a post and to say so; or change until when, and of whom it is asked',
    params: idParams,
    sends: fieldsSchema(readingTerms, false),
    response: writeSchema,
    handler: (call) => require(services, call, call.params.id),
  }),
  ...verbRoutes(services, reading),
  ...historyRoutes(services, reading),
]
