import { Tinypool } from 'tinypool'
import { workerFile } from '../worker-file.ts'

// Its dictionaries take 30 MB and a quarter of a second: they are there while passwords are set, and hold up nobody else.
const idleMilliseconds = 10_000

let opened: Tinypool | undefined

const openPool = (): Tinypool =>
  new Tinypool({
    ...workerFile(new URL('./password-worker.ts', import.meta.url)),
    name: 'score',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: idleMilliseconds,
  })

/** How hard a password is to guess, 0 to 4 (zxcvbn; 2 begins at a million tries). `words` are what an attacker knows of its owner. */
export const passwordStrength = async (password: string, words: readonly string[]): Promise<number> => {
  opened ??= openPool()
  return opened.run({ password, words })
}
