import type { QueryClient } from '@tanstack/react-query'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import { doneWords } from './job-words.ts'
import { followJob, type Job, type Progress, undoJob } from './job.ts'

export type Run = {
  total: number
  start: () => Promise<string>
  /** What it is called once it is done; the job's own verb without it. */
  verb?: string | undefined
  /** What its undoing is called. */
  opposite?: string | undefined
}

type Tell = (progress: Progress | null) => void

const report = async (client: QueryClient, job: Job, { verb = job.verb, opposite }: Run, tell?: Tell) => {
  const back = { total: job.done, start: () => undoJob(job.id), verb: opposite, opposite: verb }
  const isUndoable = job.done > job.unchanged && job.undoneBy === null
  const undo = isUndoable ? () => void runJob(client, back, tell) : undefined
  if (job.failed === 0 && job.state === 'done') return toastSuccess(doneWords({ ...job, verb }), undo)
  // Rarely needed, so loaded when it is.
  const { showReport } = await import('./job-report.tsx')
  showReport({ ...job, verb }, undo)
}

/** Runs a job, tells the outcome with Undo, and has everything read anew that it may have changed. Null when it could not be followed. */
export const runJob = async (client: QueryClient, asked: Run, tell: Tell = () => {}): Promise<Job | null> => {
  tell({ id: '', done: 0, total: asked.total })
  try {
    const job = await followJob(await asked.start(), tell)
    await report(client, job, asked, tell)
    return job
  } catch (error) {
    showError(error)
    return null
  } finally {
    tell(null)
    await client.invalidateQueries()
  }
}
