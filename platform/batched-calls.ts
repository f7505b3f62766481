type Waiting<Job, Result> = { job: Job; resolve(result: Result): void; reject(error: unknown): void }

/** How much goes into one call at most: a quarter of a second's work on a slow disk. */
export const batchLimits = { jobs: 64, bytes: 4_000_000 }

/**
 * Group commit: while one call is under way the next jobs gather and go together in the following one,
 * so strict order costs one flush per batch and not one per append. A lone job goes at once.
 * With `gathers` even the first waits for the turn of the event loop to end, so that what comes in that turn goes together.
 * `run` gives one result or Error per job, in order; when `run` itself throws, every job of that call gets the error.
 */
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
