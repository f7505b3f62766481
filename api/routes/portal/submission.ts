import { z } from 'zod'
import type { Fields, NameIn } from '../../../domain/fields/values.ts'
import { asWhole } from '../../../domain/fields/as-whole.ts'
import { asJson, isObject, textOf, wordsOf } from '../../../domain/json.ts'
import { spoken } from '../../../domain/message.ts'
import type { Dispatch } from '../../../commands/command.ts'
import { doneBefore } from '../../../commands/outcome.ts'
import { loadRecord } from '../../../commands/record.ts'
import { fieldProblem, Rejected, rejectFields } from '../../../domain/rejected.ts'
import type { Resource } from '../../../domain/resource.ts'
import { jobApplication } from '../../../domain/resources/job_application.ts'
import { page } from '../../../domain/resources/page.ts'
import { request } from '../../../domain/resources/request.ts'
import { stationery } from '../../../domain/resources/stationery.ts'
import { readSent, type Sent } from '../../body/sent.ts'
import { refuseOthers } from '../../body/fields.ts'
import { mineRoutes, sentRoute } from './mine.ts'
import { checkSender, ofSender, senderOf, suppliedBy } from './sender.ts'
import type { Services } from '../../server/services.ts'
import { type Call, type Route, route, signedIn } from '../../server/route.ts'
import { writeSchema } from '../../wire/wire.ts'
import { runWrite } from '../../writes/write.ts'
import { historyRoutes } from '../history/history.ts'
import { countRoute, inboxRoutes } from '../inbox/inbox.ts'
import { matchingRoutes } from '../matching.ts'
import { readRoutes } from '../read.ts'
import { verbRoutes } from '../verbs.ts'

type Said<F extends Fields> = { readonly [Name in NameIn<F>]?: unknown }
type Submission = Record<'fields' | 'supplied', Said<typeof request.fields> | Said<typeof jobApplication.fields>>

/** What was sent, read as things are now. A refusal is left for later: an earlier try may have been taken before they changed. */
const readNow = async (read: () => Promise<Submission>): Promise<Submission & { refusal?: Rejected }> => {
  try {
    return await read()
  } catch (refusal) {
    if (!(refusal instanceof Rejected)) throw refusal
    return { fields: {}, supplied: {}, refusal }
  }
}

/** Takes what an employee sends: `read` makes fields of it, or refuses. */
const submit = async (
  services: Services,
  call: Call,
  resource: Resource,
  names: readonly string[],
  done: string,
  read: (fields: Sent['fields']) => Submission | Promise<Submission>,
): Promise<unknown> => {
  const sent = await readSent(call.request)
  refuseOthers([...names, ...ofSender], sent.fields)
  const { fields, supplied, refusal } = await readNow(async () => {
    const sender = await senderOf(services, signedIn(call))
    checkSender(sent.fields, sender)
    const submission = await read(sent.fields)
    return { ...submission, supplied: { ...suppliedBy(sender), ...submission.supplied } }
  })
  const sending = services.sending(('type' in supplied && textOf(supplied.type)) || resource.name)
  const dispatch: Dispatch = async (command) => {
    if (!refusal) return sending(command)
    const earlier = await doneBefore(services.log, command)
    if (!earlier) throw refusal
    return earlier
  }
  const body = await runWrite(
    services,
    call,
    resource,
    'create',
    undefined,
    { ...sent, fields },
    { supplied, dispatch },
  )
  return Object.assign({}, body, spoken({ id: done, values: {} }))
}

const applicationIn =
  ({ records }: Pick<Services, 'records'>) =>
  async ({ job_id: key, reason }: Sent['fields']): Promise<Submission> => {
    const job = await records.portalRecord(page, wordsOf(key))
    if (job?.type !== 'job') return rejectFields([fieldProblem('job_id', 'unknown', 'This job is not open any more')])
    return { fields: { job: job.id, reason: reason ?? '' }, supplied: { job_title: textOf(job.name) } }
  }

/** An application. While one is open for the job, the same again is that one; @throws Rejected taken for another */
const apply = async (services: Services, call: Call): Promise<unknown> => {
  let reason: unknown
  const read = (fields: Sent['fields']) => {
    reason = jobApplication.fields.reason.input.safeParse(fields.reason).data
    return applicationIn(services)(fields)
  }
  try {
    return await submit(
      services,
      call,
      jobApplication,
      ['job_id', 'job_title', 'reason'],
      'Your application was sent.',
      read,
    )
  } catch (error) {
    const first = error instanceof Rejected && isObject(error.data) ? error.data.id : undefined
    if (typeof first !== 'number') throw error
    const { state } = await loadRecord(services.log, jobApplication, first)
    if (state.values.reason !== reason) throw error
    const said = spoken({ id: 'You have applied for this job already.', values: {} })
    const { version } = state
    return { type: 'success', name: jobApplication.name, ...said, data: { id: first, version }, position: null }
  }
}

type Item = { id: number; name: string; unit: string }
type Asked = (typeof request.initialValues.lines)[number]
type Line = Pick<Asked, 'name' | 'unit' | 'remarks'> & Record<keyof Pick<Asked, 'item' | 'quantity'>, unknown>

const itemsOf = async ({ records }: Pick<Services, 'records'>): Promise<Map<string, Item>> => {
  const { rows } = await records.portalList(stationery, { page: 1, perPage: 1_000, keyword: '', filters: {} })
  const items = rows.map(({ id, name, unit }) => ({ id: Number(id), name: textOf(name), unit: textOf(unit) }))
  return new Map(items.map((item) => [String(item.id), item]))
}

/** Lines of one item become one: their quantities are added up. One that is none is left to be refused. */
const merged = (lines: readonly Line[]): readonly Line[] => {
  if (!lines.every(({ quantity }) => typeof quantity === 'number' && quantity > 0)) return lines
  const known = new Map<unknown, Line>()
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
      return { item: id, name, unit, quantity: asWhole(line.quantity) ?? line.quantity, remarks: textOf(line.remarks) }
    })
    return { fields: { lines: merged(lines) }, supplied: { type: 'stationery' } }
  }

const submissions = (services: Services): Route[] => [
  route({
    method: 'POST',
    url: '/utility/job_apply',
    audience: 'employee',
    summary: 'Apply for an internal job; the same again answers the first while that is open, another is refused',
    sends: z.looseObject({ job_id: z.union([z.int(), z.string()]), reason: z.string() }),
    response: writeSchema,
    handler: (call) => apply(services, call),
  }),
  route({
    method: 'POST',
    url: '/utility/iso_submit',
    audience: 'employee',
    summary: 'Send a message to the ISO Center',
    sends: z.looseObject({ subject: z.string(), message: z.string() }),
    response: writeSchema,
    handler: (call) =>
      submit(
        services,
        call,
        request,
        ['subject', 'message'],
        'Your message was sent.',
        ({ subject, message }): Submission => ({
          fields: { subject: subject ?? '', message: message ?? '' },
          supplied: { type: 'iso' },
        }),
      ),
  }),
  route({
    method: 'POST',
    url: '/utility/request_stationery',
    audience: 'employee',
    summary: 'Request stationery: lines with the value of an item and a quantity',
    sends: z.looseObject({ content: z.union([z.string(), z.array(z.looseObject({}))]) }),
    response: writeSchema,
    handler: (call) => submit(services, call, request, ['content'], 'Your request was sent.', linesIn(services)),
  }),
]

/** What employees send, what they read of it, and what staff do with it (docs/specification/wire.md#calls, W1 to W14). */
export const submissionRoutes = (services: Services): Route[] => [
  ...submissions(services),
  countRoute([request, jobApplication]),
  sentRoute(services, [request, jobApplication]),
  ...[request, jobApplication].flatMap((resource) => [
    ...mineRoutes(services, resource),
    ...inboxRoutes(services, resource),
    ...matchingRoutes(services, resource),
    ...readRoutes(services, resource),
    ...historyRoutes(services, resource),
    ...verbRoutes(services, resource),
  ]),
]
