import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeOnce } from './small-file.ts'

/** The key in `master.key` of the data folder, made when that is new; null when a database is there without it: a new key would not open it. */
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
