import type { Base } from '../app/open.ts'
import { verifyFiles } from '../app/verify-files.ts'
import type { Resource } from '../domain/resource.ts'
import type { Config } from '../platform/config.ts'
import { fileStorage } from '../platform/files/storage.ts'
import { storageFolder } from '../platform/files/storage-place.ts'
import { type Verification, verify, verifyLog } from '../projections/running/verify.ts'
import { readSchema, schemaExists } from '../projections/schema.ts'

type Parts = Pick<Base, 'pool' | 'log' | 'proof'> & {
  config: Pick<Config, 'storageUrl' | 'dataDir'>
  resources: readonly Resource[]
  say(text: string): void
}

const verdict = (
  say: Parts['say'],
  { problems, notes }: Pick<Verification, 'problems' | 'notes'>,
  good: readonly string[],
): number => {
  for (const problem of problems) say(problem)
  for (const note of notes) say(`Note: ${note}`)
  for (const line of problems.length > 0 ? [`${problems.length} problems were found.`] : good) say(line)
  return problems.length > 0 ? 1 : 0
}

const coverage = ({ signed }: Pick<Verification, 'signed'>) => `${signed} of them are covered by signed checkpoints.`

/** Compares the log alone with its hash chains and what was signed of it, in a fraction of the time. Answers the exit code: 0 when all is well, 1 else. */
export const runVerifyLog = async ({ pool, log, proof, say }: Omit<Parts, 'config' | 'resources'>): Promise<number> => {
  const found = await verifyLog({ pool, log, proof })
  return verdict(say, found, [`${found.events} events are whole.`, coverage(found)])
}

/** Verifies log, read models and files and says what was found. Answers the exit code: 0 when all is well, 1 else. */
export const runVerify = async ({ pool, log, proof, config, resources, say }: Parts): Promise<number> => {
  const found = await verify({ pool, log, resources, proof })
  const storage = fileStorage(storageFolder(config.storageUrl, config.dataDir))
  const isThere = await schemaExists(pool, readSchema(resources).name)
  const stored = isThere ? await verifyFiles(pool, storage) : { files: 0, problems: [] }
  return verdict(say, { ...found, problems: [...found.problems, ...stored.problems] }, [
    `${found.events} events are whole, and the read models say the same at position ${found.position}.`,
    coverage(found),
    `${stored.files} files have the bytes that were stored.`,
  ])
}
