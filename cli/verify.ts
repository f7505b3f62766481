import type { Base } from '../app/open.ts'
import { verifyFiles } from '../app/verify-files.ts'
import type { Resource } from '../domain/resource.ts'
import type { Config } from '../platform/config.ts'
import { fileStorage } from '../platform/files/storage.ts'
import { storageFolder } from '../platform/files/storage-place.ts'
import { verify } from '../projections/running/verify.ts'
import { readSchema, schemaExists } from '../projections/schema.ts'

type Parts = Pick<Base, 'pool' | 'log'> & {
  config: Pick<Config, 'storageUrl' | 'dataDir'>
  resources: readonly Resource[]
  say(text: string): void
}

/** Verifies log, read models and files and says what was found. Answers the exit code: 0 when all is well, 1 else. */
export const runVerify = async ({ pool, log, config, resources, say }: Parts): Promise<number> => {
  const { problems: ofLog, notes, events, position } = await verify({ pool, log, resources })
  const storage = fileStorage(storageFolder(config.storageUrl, config.dataDir))
  const isThere = await schemaExists(pool, readSchema(resources).name)
  const stored = isThere ? await verifyFiles(pool, storage) : { files: 0, problems: [] }
  const problems = [...ofLog, ...stored.problems]
  for (const problem of problems) say(problem)
  for (const note of notes) say(`Note: ${note}`)
  if (problems.length > 0) {
    say(`${problems.length} problems were found.`)
    return 1
  }
  say(`${events} events are whole, and the read models say the same at position ${position}.`)
  say(`${stored.files} files have the bytes that were stored.`)
  return 0
}
