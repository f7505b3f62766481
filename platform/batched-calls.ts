import { settle, type Waiting } from './gathered-calls.ts'

/** How much goes into one call at most: a quarter of a second's work on a slow disk. */
export const batchLimits = { jobs: 256, bytes: 4_000_000 }

/** Group commit: jobs gather while one call runs and share the next; `gathers` has the first wait for its turn to end. Errors go to their jobs. */
export const batchedCalls = <Job extends { bytes: number }, Result extends object>(
  run: (jobs: Job[]) => Promise<(Result | Error)[]>,
  gathers = false,
): ((job: Job) => Promise<Result>) => {
  const queue: Waiting<Job, Result>[] = []
  let isRunning = false

  const drain = async () => {
    isRunning = true
    if (gathers) await new Promise(setImmediate)
    while (queue.length > 0) {
      const batch = queue.splice(0, batchSize(queue))
      await settle(batch, run)
      // Callers that have just been answered often come back at once: let them into the next batch.
      if (batch.length > 1) await new Promise(setImmediate)
    }
    isRunning = false
  }
  return (job) =>
    new Promise((resolve, reject) => {
      queue.push({ job, resolve, reject })
      // drain never rejects: settle hands every error to the jobs it belongs to.
      if (!isRunning) void drain()
    })
}

const batchSize = (queue: readonly { job: { bytes: number } }[]): number => {
  let bytes = 0
  const tooMany = queue.findIndex(({ job }, index) => {
    bytes += job.bytes
    return index > 0 && (index >= batchLimits.jobs || bytes > batchLimits.bytes)
  })
  return tooMany < 0 ? queue.length : tooMany
}
