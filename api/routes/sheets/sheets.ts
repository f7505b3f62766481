import { z } from 'zod'
import type { Kept } from '../../../commands/sheets/kept.ts'
import { inEnglish } from '../../../domain/message.ts'
import { Rejected } from '../../../domain/rejected.ts'
import { actionOf, type Resource } from '../../../domain/resource.ts'
import { exportOf } from '../../../domain/sheets/declaration.ts'
import { sheetLimits } from '../../../platform/sheets/sheet.ts'
import { writeSheet } from '../../../platform/sheets/write.ts'
import { BadUpload } from '../../../platform/files/refused.ts'
import { readSent } from '../../body/sent.ts'
import { asFile } from '../../wire/download.ts'
import { done, fieldsBy, messageSchema } from '../../body/fields.ts'
import { correlationOf } from '../../server/request-id.ts'
import { type Call, personOf, type Route, route, signedIn } from '../../server/route.ts'
import type { Services } from '../../server/services.ts'
import { writeSchema } from '../../wire/wire.ts'
import { exportRoute } from './export.ts'

const mostProblems = 100
const mostChanges = 100

const problemSchema = z.object({
  row: z.number(),
  column: z.string().nullable(),
  message: z.string(),
  says: messageSchema,
})
const changeSchema = z.object({
  row: z.number(),
  id: z.number(),
  name: z.string(),
  fields: z.array(z.object({ column: z.string(), label: z.string(), before: z.string(), after: z.string() })),
})
export const reportSchema = z.object({
  check: z.string(),
  mode: z.string(),
  total: z.number(),
  created: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  refused: z.number(),
  isStarted: z.boolean(),
  problems: z.array(problemSchema),
  more: z.number(),
  changes: z.array(changeSchema),
  moreChanges: z.number(),
})

/** A check as its answer: the first problems and changes in full, and how many there are more. */
export const shown = ({ id: check, resource: _, problems, changes, ...report }: Kept) => ({
  ...report,
  check,
  problems: problems.slice(0, mostProblems).map(({ row, column, id, values }) => {
    const says = { id, values }
    return { row, column, message: inEnglish(says), says }
  }),
  more: Math.max(0, problems.length - mostProblems),
  changes: changes.slice(0, mostChanges).map(({ fields, ...change }) => ({ ...change, fields: [...fields] })),
  moreChanges: Math.max(0, changes.length - mostChanges),
})

const answerSchema = z.union([
  z.object({
    type: z.literal('success'),
    name: z.string(),
    message: z.string(),
    ...messageSchema.shape,
    data: reportSchema,
  }),
  writeSchema,
])

export const choiceSchema = z.object({
  rows: z.enum(['all', 'valid'], 'rows is all or valid.').default('all'),
  invite: z
    .preprocess(
      (value) => (typeof value === 'string' ? value === 'true' : value),
      z.boolean('invite is true or false.'),
    )
    .default(true),
})
const uploadSchema = choiceSchema.extend({
  mode: z.string().max(40).optional(),
  dry_run: z.preprocess((value) => value === true || value === 'true', z.boolean()),
  /** Whether rows of an insertion whose key exists change that record; they are problems otherwise (E9a). */
  update_existing: z.preprocess((value) => value === true || value === 'true', z.boolean()),
})

/** Who may do at least one of the modes. */
const importers = (resource: Resource): string[] => [
  ...new Set(
    Object.values(resource.sheets?.modes ?? {}).map(({ verb }) => `${actionOf(resource, verb)}-${resource.area}`),
  ),
]

/** The answer of an import that has begun. @param id its job */
export const startedBody = (name: string, id: string) => ({
  ...done(name, 'The import has begun.'),
  data: { job: id },
})

/** Begins the import of a checked file, and records who did it. @throws Rejected as `sheets.start` does */
export const start = async (
  services: Services,
  call: Call,
  check: string,
  { rows, invite }: z.output<typeof choiceSchema>,
) => {
  const { actor, perms } = signedIn(call)
  const correlationId = correlationOf(call.request)
  const { resource, mode, total } = await services.sheets.start(
    { actor, perms },
    check,
    { rows, isSilent: !invite },
    correlationId,
  )
  await services.audit(
    { type: 'RecordsImported', data: { resource, mode, count: total } },
    { actor, correlationId, id: check },
  )
  return resource
}

/** What the older client waits for: the outcome in one sentence. */
const outcome = async (services: Services, call: Call, resource: Resource, report: Kept) => {
  const person = personOf(signedIn(call))
  const job = await services.jobs.settled(person, report.id)
  if (!job?.finishedAt) return startedBody(resource.name, report.id)
  if (job.position !== null) await services.projector.waitFor(BigInt(job.position), 2_000)
  if (job.state === 'cancelled')
    throw new Rejected('{count} rows cannot be taken, so none was.', 'validation', { values: { count: job.failed } })
  const values = { done: job.done - job.unchanged, total: report.total, plural: resource.plural }
  return {
    ...done(resource.name, '{done} of {total} {plural} imported.', values),
    data: { job: job.id },
    position: job.position,
  }
}

const refusalOf = ({ problems, refused }: Kept): Rejected => {
  const said = problems.slice(0, mostProblems).map(({ row, column, id, values }) => {
    const message = inEnglish({ id, values })
    return {
      property: `row ${row}${column === null ? '' : `, ${column}`}`,
      constraints: { refused: message },
      id,
      values,
    }
  })
  return new Rejected('{count} rows cannot be taken, so none was.', 'validation', {
    values: { count: refused },
    problems: said,
  })
}

const uploadRoute = (services: Services, resource: Resource): Route =>
  route({
    method: 'POST',
    url: `/${resource.name}/bulk`,
    audience: { anyOf: importers(resource) },
    summary: `Check a spreadsheet of ${resource.plural}, and import it unless dry_run says otherwise`,
    sends: uploadSchema.extend({ xlsx: z.string() }),
    takes: { text: 10_000, pictures: Math.ceil(sheetLimits.bytes / 10_000_000) },
    response: answerSchema,
    perMinute: 30,
    handler: async (call) => {
      const { actor, perms } = signedIn(call)
      const { fields, files } = await readSent(call.request)
      const asked = fieldsBy(uploadSchema, fields)
      if (!files.xlsx) throw new BadUpload(422, 'Please choose a file.')
      const mode = asked.mode === '' ? undefined : asked.mode
      const report = await services.sheets.check(resource, files.xlsx.path, mode, {
        actor,
        perms,
        isUpdating: asked.update_existing,
      })
      if (asked.dry_run)
        return { ...done(resource.name, 'The file was checked. Nothing was changed.'), data: shown(report) }
      if (asked.rows === 'all' && report.refused > 0) throw refusalOf(report)
      await start(services, call, report.id, asked)
      return outcome(services, call, resource, report)
    },
  })

export async function* pageOf<T>(page: T) {
  yield page
}

const sampleRoute = (services: Services, resource: Resource): Route =>
  route({
    method: 'GET',
    url: `/${resource.name}/bulk/sample/:mode`,
    audience: { anyOf: importers(resource) },
    summary: 'A sample of a spreadsheet that can be imported',
    params: z.object({ mode: z.string().max(40) }),
    handler: async (call) => {
      const mode = Object.entries(resource.sheets?.modes ?? {}).find(([name]) => name === call.params.mode)?.[1]
      if (!mode) throw new Rejected('There is no such sample.', 'missing')
      asFile(call, `${resource.name}-${call.params.mode}.xlsx`)
      const example = Object.values(mode.columns).map((column) => column.example)
      return writeSheet(resource.label, Object.keys(mode.columns), pageOf([example]))
    },
  })

/** Spreadsheets of a resource that declares any: export, samples, check, import (E6 to E10, T13). */
export const sheetRoutes = (services: Services, resource: Resource): Route[] => {
  const exported = exportOf(resource.sheets)
  if (!exported) return []
  const imports = resource.sheets?.modes ? [sampleRoute(services, resource), uploadRoute(services, resource)] : []
  return [exportRoute(services, resource, exported), ...imports]
}
