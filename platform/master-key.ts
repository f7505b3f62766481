import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder, moveWhole, writeOnce } from './small-file.ts'

const fileIn = (dataDir: string) => join(dataDir, 'master.key')
const nextFileIn = (dataDir: string) => join(dataDir, 'master.key.new')

const keyIn = (path: string): Uint8Array | null => {
  const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'hex')
  return key.length === 32 ? key : null
}

/** The key in `master.key` of the data folder, made when that is new; null when a database is there without it: a new key would not open it. */
export const masterKeyIn = (dataDir: string): Uint8Array | null => {
  const path = fileIn(dataDir)
  if (!existsSync(path)) {
    if (existsSync(join(dataDir, 'postgres', 'cluster'))) return null
    makeFolder(dataDir)
    writeOnce(path, randomBytes(32).toString('hex'))
  }
  return keyIn(path)
}

/** The key that is to follow the one in `master.key`: on disk before anything is sealed with it, and the same until it is taken. */
export const nextMasterKeyIn = (dataDir: string): Uint8Array => {
  const path = nextFileIn(dataDir)
  writeOnce(path, randomBytes(32).toString('hex'))
  const key = keyIn(path)
  if (key) return key
  throw new Error(`${path} does not hold a key`)
}

/** Puts the next key in the place of the one in `master.key`. */
export const takeNextMasterKey = (dataDir: string): void => {
  moveWhole(nextFileIn(dataDir), fileIn(dataDir))
}
