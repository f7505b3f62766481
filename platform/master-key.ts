import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeOnce } from './small-file.ts'

/**
 * The key of 32 bytes kept in `master.key` of the data folder, made when the folder is new.
 * Null when there is a database whose key is lost: a new key would make its personal data unreadable for ever.
 */
export function masterKeyIn(dataDir: string): Uint8Array | null {
  const path = join(dataDir, 'master.key')
  if (!existsSync(path)) {
    if (existsSync(join(dataDir, 'postgres', 'cluster'))) return null
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeOnce(path, randomBytes(32).toString('hex'))
  }
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
  return key.length === 32 ? key : null
}
