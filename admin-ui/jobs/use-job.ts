import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import { doneWords } from './job-words.ts'
import { cancelJob, followJob, type Job, type Progress, undoJob } from './job.ts'

type Run = {
  total: number
  start: () => Promise<string>
  /** What it is called once it is done; the job's own verb without it. */
  verb?: string | undefined
  /** What its undoing is called. */
  opposite?: string | undefined
}

/** Runs jobs with progress, tells the outcome with Undo, and has everything read anew that a job may have changed. */
export const useJob = () => {
  const client = useQueryClient()
  const [progress, setProgress] = useState<Progress | null>(null)

  const report = async (job: Job, { verb = job.verb, opposite }: Run) => {
    const undo =
      job.done > job.unchanged && job.undoneBy === null
        ? () => void run({ total: job.done, start: () => undoJob(job.id), verb: opposite, opposite: verb })
        : undefined
    if (job.failed === 0 && job.state === 'done') return toastSuccess(doneWords({ ...job, verb }), undo)
    // Rarely needed, so loaded when it is.
    const { showReport } = await import('./job-report.tsx')
    showReport({ ...job, verb }, undo)
  }

  const run = async (asked: Run): Promise<Job | null> => {
    setProgress({ id: '', done: 0, total: asked.total })
    try {
      const job = await followJob(await asked.start(), setProgress)
      await report(job, asked)
      return job
    } catch (error) {
      showError(error)
      return null
    } finally {
      setProgress(null)
      await client.invalidateQueries()
    }
  }

  const cancel = () => {
    if (progress?.id) cancelJob(progress.id).catch(showError)
  }
  return { run, progress, cancel }
}
