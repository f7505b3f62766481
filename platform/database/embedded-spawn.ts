import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { Account } from './embedded-account.ts'

/** How the programs of PostgreSQL are run: their folder, the folder of the data, the log they write, and as whom. */
export type Programs = { binaries: string; home: string; logFile: string; account: Account | null }

type Arguments = (home: string) => readonly string[]

/** Starts initdb or postgres in its own session, out of reach of Ctrl-C; as another user it sees the home folder by a file descriptor. */
export const spawnProgram = (programs: Programs, name: 'initdb' | 'postgres', args: Arguments): ChildProcess => {
  const { account, home } = programs
  const isInherited = account !== null && process.platform === 'linux'
  const log = openSync(programs.logFile, 'a', 0o600)
  const folder = openSync(home, 'r')
  try {
    return spawn(join(programs.binaries, 'bin', name), args(isInherited ? '/proc/self/fd/3' : home), {
      detached: true,
      stdio: isInherited ? ['ignore', log, log, folder] : ['ignore', log, log],
      // The locale must not depend on who starts us; nothing of our own environment is PostgreSQL's business.
      env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', TZ: 'UTC' },
      ...(account === null ? { cwd: home } : { cwd: '/', uid: account.uid, gid: account.gid }),
    })
  } finally {
    closeSync(log)
    closeSync(folder)
  }
}

/** Resolves when the program has ended: null when it succeeded, else what is known about the failure. */
export const ended = (child: ChildProcess): Promise<string | null> =>
  new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(code === 0 ? null : `exit code ${code ?? signal}`))
  })
