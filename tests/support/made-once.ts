import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'

/**
 * A folder that is filled once for all files of the run: the first that asks for `name` fills it, whoever asks meanwhile waits.
 * It is only read afterwards, and goes when the run ends.
 */
export const madeOnce = async (name: string, fill: (folder: string) => Promise<void>): Promise<string> => {
  const made = join(inject('runFolder'), name)
  if (existsSync(made)) return made
  const holder = new pg.Client({ connectionString: inject('databaseUrl') })
  await holder.connect()
  try {
    await holder.query('select pg_advisory_lock(hashtext($1))', [name])
    if (existsSync(made)) return made
    const part = `${made}.part`
    await rm(part, { recursive: true, force: true })
    await mkdir(part)
    await fill(part)
    await rename(part, made)
    return made
  } finally {
    await holder.end()
  }
}
