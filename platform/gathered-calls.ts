/** A call that waits for its result. */
export type Waiting<Job, Result> = { job: Job; resolve(result: Result): void; reject(error: unknown): void }

/** Runs some calls at once and gives each its result; every error goes to the calls it belongs to. */
export const settle = async <Job, Result>(
  waiting: readonly Waiting<Job, Result>[],
  run: (jobs: Job[]) => Promise<readonly (Result | Error)[]>,
): Promise<void> => {
  try {
    const results = await run(waiting.map(({ job }) => job))
    for (const [index, { resolve, reject }] of waiting.entries()) {
      const result = results[index]
      if (result === undefined || result instanceof Error) reject(result ?? new Error('a call gave no result'))
      else resolve(result)
    }
  } catch (error) {
    for (const { reject } of waiting) reject(error)
  }
}

/** Calls of one turn of the event loop go together, at most `most`; `run` gives a result or Error for each, in order, or throws for all. */
export const gatheredCalls = <Job, Result>(
  run: (jobs: readonly Job[]) => Promise<readonly (Result | Error)[]>,
  most: number,
): ((job: Job) => Promise<Result>) => {
  let gathered: Waiting<Job, Result>[] = []

  const flush = () => {
    const waiting = gathered
    gathered = []
    for (let from = 0; from < waiting.length; from += most) void settle(waiting.slice(from, from + most), run)
  }

  return (job) =>
    new Promise((resolve, reject) => {
      if (gathered.push({ job, resolve, reject }) === 1) setImmediate(flush)
    })
}
