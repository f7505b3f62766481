import { z } from 'zod'
import { streamOf } from '../../../domain/event.ts'
import { asJson, isObject, textOf, wordsOf } from '../../../domain/json.ts'
import { spoken } from '../../../domain/message.ts'
import { accessDenied, fieldProblem, Rejected, rejectFields } from '../../../domain/rejected.ts'
import type { Resource } from '../../../domain/resource.ts'
import { employee } from '../../../domain/resources/employee.ts'
import { jobApplication } from '../../../domain/resources/job_application.ts'
import { page } from '../../../domain/resources/page.ts'
import { request } from '../../../domain/resources/request.ts'
import { stationery } from '../../../domain/resources/stationery.ts'
import { readSent, type Sent } from '../../body/sent.ts'
import { historyOf } from '../../history.ts'
import { recordSchema, toRecord } from '../../record.ts'
import type { Services } from '../../services.ts'
import { type Call, type Route, route, signedIn } from '../../route.ts'
import { listMeta, metaSchema, writeSchema } from '../../wire.ts'
import { runWrite } from '../../write.ts'
import { historyRoutes } from '../history.ts'
import { countRoute, inboxRoutes } from '../inbox/inbox.ts'
import { matchingRoutes } from '../matching.ts'
import { readRoutes } from '../read.ts'
import { verbRoutes } from '../resource.ts'

type Place = { id: number; name: string } | null
const placeSchema = z.object({ id: z.number(), name: z.string() }).nullable()
const placeOf = (value: unknown): Place => placeSchema.catch(null).parse(value)

/** Who sends it and where they stand, by their sign-in (spec/decisions W8). */
const senderOf = async ({ records }: Services, { actor }: { actor: { id: number } }) => {
  const row = (await records.find(employee, String(actor.id), 'staff')) ?? {}
  const [title, division, departement] = [row.title, row.division, row.departement].map(placeOf)
  return { self: { id: actor.id, name: textOf(row.fullname) }, title, division, departement }
}

type Sender = Awaited<ReturnType<typeof senderOf>>

// The old client says who sends; what it says must be so, by id or by name.
const checkSaid = (said: unknown, own: Place | undefined) => {
  if (said === undefined || said === null || said === '') return
  const words = wordsOf(said).trim().toLowerCase()
  if (own && (words === String(own.id) || words === own.name.toLowerCase())) return
  throw new Rejected(accessDenied, 'forbidden')
}

const checkSender = (fields: Sent['fields'], { self, title, division, departement }: Sender) => {
  for (const said of [fields.employee, fields.employee_id]) checkSaid(said, self)
  for (const said of [fields.title, fields.current_position]) checkSaid(said, title)
  for (const said of [fields.division, fields.division_id]) checkSaid(said, division)
  for (const said of [fields.departement, fields.departement_id]) checkSaid(said, departement)
}

const suppliedBy = ({ self, title, division, departement }: Sender) => ({
  employee_name: self.name,
  title: title?.id ?? null,
  division: division?.id ?? null,
  departement: departement?.id ?? null,
})

type Submission = { fields: Sent['fields']; supplied?: Record<string, unknown> }

/** Takes what an employee sends: `read` makes fields of it, or refuses. */
const submit = async (
  services: Services,
  call: Call,
  resource: Resource,
  done: string,
  read: (fields: Sent['fields']) => Submission | Promise<Submission>,
): Promise<unknown> => {
  const sent = await readSent(call.request)
  const sender = await senderOf(services, signedIn(call))
  checkSender(sent.fields, sender)
  const { fields, supplied } = await read(sent.fields)
  const body = await runWrite(
    services,
    call,
    resource,
    'create',
    undefined,
    { ...sent, fields },
    {
      supplied: { ...suppliedBy(sender), ...supplied },
    },
  )
  return Object.assign({}, body, spoken({ id: done, values: {} }))
}

const applicationIn =
  ({ records }: Services) =>
  async ({ job_id: key, reason }: Sent['fields']): Promise<Submission> => {
    const job = await records.portalRecord(page, wordsOf(key))
    if (job?.type !== 'job') return rejectFields([fieldProblem('job_id', 'unknown', 'This job is not open any more')])
    return { fields: { job: job.id, reason: reason ?? '' }, supplied: { job_title: textOf(job.name) } }
  }

type Item = { id: number; name: string; unit: string }
type Line = { item: number; name: string; unit: string; quantity: unknown; remarks: string }

const itemsOf = async ({ records }: Services): Promise<Map<string, Item>> => {
  const { rows } = await records.portalList(stationery, { page: 1, perPage: 1_000, keyword: '', filters: {} })
  const items = rows.map(({ id, name, unit }) => ({ id: Number(id), name: textOf(name), unit: textOf(unit) }))
  return new Map(items.map((item) => [String(item.id), item]))
}

const quantityOf = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value

/** Lines of one item become one: their quantities are added up. One that is none is left to be refused. */
const merged = (lines: readonly Line[]): readonly Line[] => {
  if (!lines.every(({ quantity }) => typeof quantity === 'number' && quantity > 0)) return lines
  const known = new Map<number, Line>()
  for (const line of lines) {
    const before = known.get(line.item)
    known.set(line.item, {
      ...line,
      quantity: Number(before?.quantity ?? 0) + Number(line.quantity),
      remarks: [before?.remarks, line.remarks].filter(Boolean).join('; '),
    })
  }
  return [...known.values()]
}

const linesIn =
  (services: Services) =>
  async ({ content }: Sent['fields']): Promise<Submission> => {
    const sent = asJson(content)
    if (!Array.isArray(sent) || sent.length === 0)
      return rejectFields([fieldProblem('content', 'required', 'Add at least one line')])
    const items = await itemsOf(services)
    const lines = sent.map((line, index): Line => {
      const item = isObject(line) ? items.get(wordsOf(line.value)) : undefined
      if (!isObject(line) || !item)
        return rejectFields([fieldProblem(`content[${index}].value`, 'unknown', 'Choose an item of the list')])
      const { id, name, unit } = item
      return { item: id, name, unit, quantity: quantityOf(line.quantity), remarks: textOf(line.remarks) }
    })
    return { fields: { lines: merged(lines) }, supplied: { type: 'stationery' } }
  }

const submissions = (services: Services): Route[] => [
  route({
    method: 'POST',
    url: '/utility/job_apply',
    audience: 'employee',
    summary: 'Apply for an internal job; a second time answers the first while that is open',
    sends: z.looseObject({ job_id: z.union([z.int(), z.string()]), reason: z.string() }),
    response: writeSchema,
    handler: async (call) => {
      try {
        return await submit(services, call, jobApplication, 'Your application was sent.', applicationIn(services))
      } catch (error) {
        const first = error instanceof Rejected && isObject(error.data) ? error.data.id : undefined
        if (typeof first !== 'number') throw error
        const said = spoken({ id: 'You have applied for this job already.', values: {} })
        return { type: 'success', name: jobApplication.name, ...said, data: { id: first, version: 1 }, position: null }
      }
    },
  }),
  route({
    method: 'POST',
    url: '/utility/iso_submit',
    audience: 'employee',
    summary: 'Send a message to the ISO Center',
    sends: z.looseObject({ subject: z.string(), message: z.string() }),
    response: writeSchema,
    handler: (call) =>
      submit(services, call, request, 'Your message was sent.', ({ subject, message }) => ({
        fields: { subject: subject ?? '', message: message ?? '' },
        supplied: { type: 'iso' },
      })),
  }),
  route({
    method: 'POST',
    url: '/utility/request_stationery',
    audience: 'employee',
    summary: 'Request stationery: lines with the value of an item and a quantity',
    sends: z.looseObject({ content: z.union([z.string(), z.array(z.looseObject({}))]) }),
    response: writeSchema,
    handler: (call) => submit(services, call, request, 'Your request was sent.', linesIn(services)),
  }),
]

const stepSchema = z.object({ at: z.string(), stage: z.string(), note: z.string() })

/** The steps that a record went through, the newest last: what staff noted is for whoever sent it. */
const timelineOf = async (
  { log }: Services,
  resource: Resource,
  id: number,
): Promise<z.output<typeof stepSchema>[]> => {
  const { events } = await log.read(streamOf(resource.name, id))
  const initial = resource.fields[resource.stateField ?? '']?.initial
  return historyOf(resource, id, events)
    .map(({ at, action, changes }) => ({
      at,
      stage: resource.verbs[action]?.to ?? textOf(initial),
      note: textOf(changes.find(({ field }) => field === 'note')?.to),
    }))
    .toReversed()
}

/** What the signed-in employee has sent, the newest first, with its steps. */
const own = (services: Services, resource: Resource): Route =>
  route({
    method: 'GET',
    url: `/${resource.name}/mine`,
    audience: 'employee',
    summary: `The own ${resource.plural} with their steps`,
    query: z.object({ page: z.coerce.number().int().min(1).max(100_000).default(1) }),
    response: z.object({
      data: z.array(recordSchema(resource).extend({ timeline: z.array(stepSchema) })),
      meta: metaSchema,
    }),
    handler: async ({ query, session }) => {
      const author = String(signedIn({ session }).actor.id)
      const asked = {
        page: query.page,
        perPage: 10,
        keyword: '',
        status: '',
        filters: { author },
        scope: 'staff' as const,
      }
      const { rows, total } = await services.records.list(resource, asked)
      const data = await Promise.all(
        rows.map(async ({ id }) => {
          const found = await services.records.find(resource, String(id), 'staff')
          return { ...toRecord(resource, found ?? {}), timeline: await timelineOf(services, resource, Number(id)) }
        }),
      )
      return { data, meta: listMeta(total, 10) }
    },
  })

/** What employees send, what they read of it, and what staff do with it (spec/2 §7, spec/decisions W1 to W14). */
export const submissionRoutes = (services: Services): Route[] => [
  ...submissions(services),
  countRoute([request, jobApplication]),
  ...[request, jobApplication].flatMap((resource) => [
    own(services, resource),
    ...inboxRoutes(services, resource),
    ...matchingRoutes(services, resource),
    ...readRoutes(services, resource),
    ...historyRoutes(services, resource),
    ...verbRoutes(services, resource),
  ]),
]
