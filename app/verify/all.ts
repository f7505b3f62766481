import type { Resource } from '../../domain/resource.ts'
import type { Config } from '../../platform/config.ts'
import type { KeyFor } from '../../platform/purpose-keys.ts'
import { openStorage } from '../../platform/files/storage-place.ts'
import { inOrder, type Verification, verify, type VerifyParts } from '../../projections/running/verify.ts'
import { readSchema, schemaExists } from '../../projections/schema.ts'
import { credentialChecker } from './credentials.ts'
import { verifyFiles } from './files.ts'

type Parts = Omit<VerifyParts, 'follow'> & {
  keyFor: KeyFor
  resources: readonly Resource[]
  config: Pick<Config, 'storageUrl' | 's3' | 'dataDir'>
}

/** Verifies log, tree, read models, credentials and files. `files` is how many of these were read. @throws Error when another one runs */
export const verifyAll = async ({ config, keyFor, ...parts }: Parts): Promise<Verification & { files: number }> => {
  const { pool, log, resources } = parts
  const credentials = credentialChecker(pool, log.store, keyFor('sign-in'))
  const found = await verify({ ...parts, follow: credentials.follow })
  const ofCredentials = await credentials.findings()
  const storage = openStorage(config)
  const isThere = await schemaExists(pool, readSchema(resources).name)
  const ofFiles = isThere ? await verifyFiles(pool, log.store, storage) : { files: 0, problems: [] }
  const problems = inOrder([...found.problems, ...ofCredentials.problems, ...ofFiles.problems])
  return {
    ...found,
    files: ofFiles.files,
    problems,
    notes: [...found.notes, ...ofCredentials.notes],
    ok: problems.length === 0,
  }
}
