import { readFile, stat } from 'node:fs/promises'
import { asError } from '../../platform/as-error.ts'
import { ConfigError } from '../../platform/config.ts'
import { variables } from '../../platform/variables.ts'

/**
 * Reads keys from the file that `CHECKPOINT_KEY_FILE` names whenever it has changed since; null when it has not. The caller has read
 * it once before. @throws ConfigError while it holds no keys, on each call until it does
 */
export const keyFile = (path: string) => {
  let seen: string | null = null
  return async (): Promise<readonly Uint8Array[] | null> => {
    try {
      const { ino, size, mtimeMs } = await stat(path)
      const now = `${ino} ${size} ${mtimeMs}`
      if (now === seen) return null
      const keys = variables.shape.CHECKPOINT_KEY.parse((await readFile(path, 'utf8')).trim())
      seen = now
      return keys
    } catch (error) {
      throw new ConfigError('CHECKPOINT_KEY_FILE must name a file that holds the keys.', { cause: asError(error) })
    }
  }
}
