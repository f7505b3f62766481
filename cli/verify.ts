import type { Base } from '../app/open.ts'
import { verifyAll } from '../app/verify/all.ts'
import { inEnglish } from '../domain/message.ts'
import type { Finding } from '../event-store/merkle/finding.ts'
import type { Resource } from '../domain/resource.ts'
import type { Config } from '../platform/config.ts'
import { type Verification, verifyLog } from '../projections/running/verify.ts'

type Parts = Pick<Base, 'pool' | 'log' | 'proof' | 'keyFor'> & {
  config: Pick<Config, 'storageUrl' | 's3' | 'dataDir'>
  resources: readonly Resource[]
  say(text: string): void
}

const named = (problem: Finding): string =>
  problem.position === null || problem.id.startsWith('Position')
    ? inEnglish(problem)
    : `${inEnglish(problem)} The last event is at position ${problem.position}.`

const verdict = (
  say: Parts['say'],
  { problems, notes }: Pick<Verification, 'problems' | 'notes'>,
  good: readonly string[],
): number => {
  for (const problem of problems) say(named(problem))
  for (const note of notes) say(`Note: ${inEnglish(note)}`)
  for (const line of problems.length > 0 ? [`${problems.length} problems were found.`] : good) say(line)
  return problems.length > 0 ? 1 : 0
}

const coverage = ({ signed }: Pick<Verification, 'signed'>) => `${signed} of them are covered by signed checkpoints.`

/** Compares the log alone with its hash chains and what was signed of it, in a fraction of the time. Answers the exit code: 0 when all is well, 1 else. */
export const runVerifyLog = async ({
  pool,
  log,
  proof,
  say,
}: Omit<Parts, 'config' | 'resources' | 'keyFor'>): Promise<number> => {
  const found = await verifyLog({ pool, log, proof })
  return verdict(say, found, [`${found.events} events are whole.`, coverage(found)])
}

/** Verifies log, read models and files and says what was found. Answers the exit code: 0 when all is well, 1 else. */
export const runVerify = async ({ say, ...parts }: Parts): Promise<number> => {
  const found = await verifyAll(parts)
  return verdict(say, found, [
    `${found.events} events are whole, and the read models say the same at position ${found.position}.`,
    coverage(found),
    `${found.files} files have the bytes that were stored.`,
  ])
}
