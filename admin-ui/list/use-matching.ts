import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { Resource } from '../../domain/resource.ts'
import { api } from '../../ui-shared/api/client.ts'
import { say, t } from '../../ui-shared/i18n.ts'
import { showAlert, showError } from '../../ui-shared/overlay/alert.tsx'
import { ask } from '../../ui-shared/overlay/confirm.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import { type ListState, matchQuery } from './use-list-state.ts'
import { type RecordVerb, recordVerbs, thingsOf } from './verbs.ts'

const startedSchema = z.object({
  data: z.looseObject({ job: z.union([z.string(), z.looseObject({ id: z.string() })]) }),
})
const jobSchema = z.object({
  data: z.looseObject({
    state: z.enum(['waiting', 'running', 'done', 'cancelled']),
    total: z.number(),
    done: z.number(),
    failed: z.number(),
    failures: z.array(z.object({ id: z.nullable(z.number()), message: z.string() })),
    position: z.optional(z.nullable(z.string())),
  }),
})
type Job = z.infer<typeof jobSchema>['data']

/** How far a job is: how many of how many. */
export type Progress = { done: number; total: number }

const askEvery = 400

const follow = async (id: string, onProgress: (progress: Progress) => void): Promise<Job> => {
  for (;;) {
    const { data } = await api.get(`/job/${id}`, { as: jobSchema })
    onProgress({ done: data.done + data.failed, total: data.total })
    if (data.state === 'done' || data.state === 'cancelled') return data
    await new Promise((resolve) => setTimeout(resolve, askEvery))
  }
}

const report = (resource: Resource, verb: RecordVerb, job: Job) => {
  if (job.failed === 0 && job.state === 'done')
    return toastSuccess(t(recordVerbs[verb].done, { count: job.done, things: thingsOf(resource, job.done) }))
  showAlert(
    t('{done} of {total} done', { done: job.done, total: job.total }),
    job.failures.map(({ id, message }) => `#${id}: ${say(message)}`),
  )
}

/**
 * A verb on everything that a list's query matches, as a job with progress (spec/decisions X5). The server refuses when
 * the number is no longer the one that was seen. `run` answers whether it was done.
 */
export const useMatching = (resource: Resource, state: ListState) => {
  const client = useQueryClient()
  const [progress, setProgress] = useState<Progress | null>(null)
  const start = async (verb: RecordVerb, expected: number): Promise<void> => {
    const path = `/${resource.name}/matching/${verb}`
    const { data } = await api.post(path, { query: matchQuery(state), body: { expected }, as: startedSchema })
    report(resource, verb, await follow(typeof data.job === 'string' ? data.job : data.job.id, setProgress))
  }
  const run = async (verb: RecordVerb, expected: number): Promise<boolean> => {
    const { action, question } = recordVerbs[verb]
    const count = { count: expected, things: thingsOf(resource, expected) }
    const words = [t('This is about all {count} that match the list.', { count: expected })]
    if (!(await ask({ title: t(question), words, action: t(action, count), isDanger: verb === 'delete' }))) return false
    setProgress({ done: 0, total: expected })
    try {
      await start(verb, expected)
      return true
    } catch (error) {
      showError(error)
      return false
    } finally {
      setProgress(null)
      await client.invalidateQueries({ queryKey: [resource.name] })
    }
  }
  return { run, progress }
}
