type Waiting<Job, Result> = { job: Job; resolve(result: Result): void; reject(error: unknown): void }

/** How much goes into one call at most: a quarter of a second's work on a slow disk. */
export const batchLimits = { jobs: 256, bytes: 4_000_000 }

/** Group commit: jobs gather while one call runs and share the next; `gathers` has the first wait for its turn to end. Errors go to their jobs. */
export function batchedCalls<Job extends { bytes: number }, Result extends object>(
  run: (jobs: Job[]) => Promise<(Result | Error)[]>,
  gathers = false,
): (job: Job) => Promise<Result> {
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

async function settle<Job, Result extends object>(
  batch: Waiting<Job, Result>[],
  run: (jobs: Job[]) => Promise<(Result | Error)[]>,
): Promise<void> {
  try {
    const results = await run(batch.map(({ job }) => job))
    for (const [index, { resolve, reject }] of batch.entries()) {
      const result = results[index]
      if (!result || result instanceof Error) reject(result ?? new Error('a batch gave no result for a job'))
      else resolve(result)
    }
  } catch (error) {
    for (const { reject } of batch) reject(error)
  }
}

function batchSize(queue: readonly { job: { bytes: number } }[]): number {
  let bytes = 0
  const tooMany = queue.findIndex(({ job }, index) => {
    bytes += job.bytes
    return index > 0 && (index >= batchLimits.jobs || bytes > batchLimits.bytes)
  })
  return tooMany < 0 ? queue.length : tooMany
}
