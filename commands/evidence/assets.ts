import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Language } from '../../domain/texts/languages.ts'

// Beside this file; of the program that is built of it beside the entries, one above its parts (vite.server.config.ts).
const folder = (): string => {
  const found = ['verifier', '../verifier']
    .map((path) => join(import.meta.dirname, path))
    .find((path) => existsSync(path))
  if (found === undefined) throw new Error('the verifier of evidence packages is missing from the build')
  return found
}

/**
 * What each package brings along to be checked without Atrium, by name. The page runs the very text of the verifier for Node.
 * @param language what the instructions are written in
 */
export const verifierFiles = async (language: Language): Promise<Record<string, string>> => {
  const read = (name: string) => readFile(join(folder(), name), 'utf8')
  const verifier = await read('verify.mjs')
  const page = (await read('verify.html')).replace('/* verify.mjs */', () => verifier)
  return { 'README.txt': await read(`readme/${language}.txt`), 'verify.mjs': verifier, 'verify.html': page }
}
