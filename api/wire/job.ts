import { z } from 'zod'
import type { Job } from '../../commands/jobs/job.ts'
import { inEnglish } from '../../domain/message.ts'
import { streamOf } from '../../domain/event.ts'
import { messageSchema } from '../body/fields.ts'
import type { Services } from '../server/services.ts'
import { belongs, type Session } from '../server/route.ts'

const itemSchema = z.object({
  index: z.number(),
  id: z.number().nullable(),
  resource: z.string(),
  verb: z.string(),
  name: z.string().nullable(),
  state: z.enum(['waiting', 'done', 'unchanged', 'refused']),
  message: z.string().nullable(),
  says: messageSchema.nullable(),
})

/** What lists of jobs tell of each. */
export const summarySchema = z.object({
  id: z.string(),
  verb: z.string(),
  resource: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'cancelled']),
  dryRun: z.boolean(),
  undoes: z.string().nullable(),
  undoneBy: z.string().nullable(),
  startsAt: z.string(),
  finishedAt: z.string().nullable(),
  total: z.number(),
  done: z.number(),
  unchanged: z.number(),
  failed: z.number(),
  position: z.string().nullable(),
})
/** A job with what was refused and, when asked for, every item. */
export const jobSchema = summarySchema.extend({ failures: z.array(itemSchema), items: z.array(itemSchema).optional() })

/** A job as its owner reads it. */
export const toJob = (job: Job) => {
  const { isDryRun: dryRun, startsAt, finishedAt, ...rest } = job
  return { ...rest, dryRun, startsAt: startsAt.toISOString(), finishedAt: finishedAt?.toISOString() ?? null }
}

/** What became of a job's items, with the names of those records that the asker may read. */
export const itemsOf = async (
  services: Services,
  session: Session,
  job: string,
  limit: number,
  isRefusedOnly: boolean,
) => {
  const results = await services.jobs.results(job, limit, isRefusedOnly)
  const names = new Map<string, string>()
  for (const name of new Set(results.map(({ resource }) => resource))) {
    const resource = services.resources.find((known) => known.name === name)
    if (!resource?.area || !belongs(session, { anyOf: [`r-${resource.area}`] })) continue
    const ids = results.flatMap(({ resource: of, record }) => (of === name && record !== null ? [record] : []))
    for (const [key, label] of await services.records.labels(resource, ids)) names.set(streamOf(name, key), label)
  }
  return results.map(({ record, message: says, ...item }) => ({
    ...item,
    message: says && inEnglish(says),
    says,
    id: record,
    name: names.get(streamOf(item.resource, record ?? 0)) ?? null,
  }))
}
