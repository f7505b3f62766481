import { isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ConfigError } from '../config.ts'

/** The folder that STORAGE_URL names, else `files` in DATA_DIR. @throws ConfigError for any storage but a folder */
export function storageFolder(storageUrl: string | null, dataDir: string): string {
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
