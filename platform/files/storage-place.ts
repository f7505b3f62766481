import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ConfigError } from '../config.ts'
import { makeFolder } from '../small-file.ts'

/** The folder that STORAGE_URL names, else `files` in DATA_DIR. @throws ConfigError for any storage but a folder */
export const storageFolder = (storageUrl: string | null, dataDir: string): string => {
  if (storageUrl === null) return join(dataDir, 'files')
  if (!storageUrl.startsWith('file:')) {
    throw new ConfigError('STORAGE_URL must be a file:// address: this version keeps files in a folder only.')
  }
  try {
    const folder = fileURLToPath(storageUrl)
    if (isAbsolute(folder)) return folder
  } catch (error) {
    throw new ConfigError('STORAGE_URL must be an address like file:///folder.', { cause: error })
  }
  throw new ConfigError('STORAGE_URL must be an address like file:///folder.')
}

/** Makes the folder and writes, reads and deletes a file in it. @param variable what named it @throws ConfigError naming the variable */
export const tryFolder = (variable: 'DATA_DIR' | 'STORAGE_URL', folder: string): void => {
  const file = join(folder, `try-${randomUUID()}`)
  try {
    makeFolder(folder)
    writeFileSync(file, variable, { mode: 0o600, flush: true })
    try {
      if (readFileSync(file, 'utf8') !== variable) throw new Error('it reads otherwise than it was written')
    } finally {
      rmSync(file)
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new ConfigError(`${variable} must be a folder in which this user can write, read and delete${code}.`, {
      cause: error,
    })
  }
}
