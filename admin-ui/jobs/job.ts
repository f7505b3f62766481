import * as z from 'zod/mini'
import { api } from '../../ui-shared/api/client.ts'
import type { Query } from '../../ui-shared/api/typed.ts'
import { saysSchema } from '../../ui-shared/api/says.ts'

const summarySchema = z.object({
  id: z.string(),
  verb: z.string(),
  resource: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'cancelled']),
  undoes: z.nullable(z.string()),
  undoneBy: z.nullable(z.string()),
  startsAt: z.string(),
  total: z.number(),
  done: z.number(),
  unchanged: z.number(),
  failed: z.number(),
})
const failureSchema = z.object({
  index: z.number(),
  id: z.nullable(z.number()),
  resource: z.string(),
  name: z.nullable(z.string()),
  message: z.nullable(z.string()),
  says: saysSchema,
})
const jobSchema = z.object({ data: z.extend(summarySchema, { failures: z.array(failureSchema) }) })
const startedSchema = z.object({ data: z.looseObject({ job: z.string() }) })

/** A job of one's own; `failures` are at most the first hundred. */
export type JobSummary = z.infer<typeof summarySchema>
export type Job = z.infer<typeof jobSchema>['data']
export type Failure = z.infer<typeof failureSchema>

/** How far a job is. */
export type Progress = { id: string; done: number; total: number }

/** Starts a job by a call that answers its id. */
export const startJob = async (path: string, body?: object, query?: Query): Promise<string> => {
  const { data } = await api.post(path, { as: startedSchema, ...(body ? { body } : {}), ...(query ? { query } : {}) })
  return data.job
}

/** What undoes: everything that a job did, but for what was changed since. */
export const undoJob = (id: string): Promise<string> => startJob(`/job/${id}/undo`)

/** Cancels what of a job has not begun. Answers the server's sentence. */
export const cancelJob = (id: string): Promise<string> => startJob(`/job/${id}/cancel`)

/** A job as it stands now. @throws ApiError when it is nobody's or somebody else's */
export const findJob = async (id: string): Promise<Job> => (await api.get(`/job/${id}`, { as: jobSchema })).data

/** One's own latest jobs, the newest first. */
export const listJobs = async (signal: AbortSignal): Promise<JobSummary[]> =>
  (await api.get('/job', { as: z.object({ data: z.array(summarySchema) }), signal })).data

const askEvery = 400

/** Follows a job to its end. */
export const followJob = async (id: string, onProgress: (progress: Progress) => void): Promise<Job> => {
  for (;;) {
    const job = await findJob(id)
    onProgress({ id, done: job.done + job.failed, total: job.total })
    if (job.state === 'done' || job.state === 'cancelled') return job
    await new Promise((resolve) => setTimeout(resolve, askEvery))
  }
}
