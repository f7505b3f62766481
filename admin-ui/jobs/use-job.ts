import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { cancelJob, type Job, type Progress } from './job.ts'
import { type Run, runJob } from './run-job.ts'

/** Runs jobs with progress. */
export const useJob = () => {
  const client = useQueryClient()
  const [progress, setProgress] = useState<Progress | null>(null)
  const run = (asked: Run): Promise<Job | null> => runJob(client, asked, setProgress)
  const cancel = () => {
    if (progress?.id) cancelJob(progress.id).catch(showError)
  }
  return { run, progress, cancel }
}
