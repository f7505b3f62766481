import { openThread } from '../lazy/thread.ts'

// Its dictionaries take 30 MB and a quarter of a second: they are there while passwords are set, and hold up nobody else.
const idleMilliseconds = 10_000

type Task = { password: string; words: readonly string[] }

const open = () =>
  openThread<Task, number>(new URL('./password-worker.ts', import.meta.url), {
    name: 'score',
    idleTimeout: idleMilliseconds,
  })

let opened: ReturnType<typeof open> | undefined

/** How hard a password is to guess, 0 to 4 (zxcvbn; 2 begins at a million tries). `words` are what an attacker knows of its owner. */
export const passwordStrength = async (password: string, words: readonly string[]): Promise<number> => {
  opened ??= open()
  return opened.run({ password, words })
}
