import type { Base } from '../app/open.ts'
import type { Resource } from '../domain/resource.ts'
import { verify } from '../projections/running/verify.ts'

type Parts = Pick<Base, 'pool' | 'log'> & { resources: readonly Resource[]; say(text: string): void }

/** Verifies log and read models and says what was found. Answers the exit code: 0 when all is well, 1 else. */
export const runVerify = async ({ pool, log, resources, say }: Parts): Promise<number> => {
  const { ok, problems, notes, events, position } = await verify({ pool, log, resources })
  for (const problem of problems) say(problem)
  for (const note of notes) say(`Note: ${note}`)
  say(
    ok
      ? `${events} events are whole, and the read models say the same at position ${position}.`
      : `${problems.length} problems were found.`,
  )
  return ok ? 0 : 1
}
