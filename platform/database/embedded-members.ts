import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning, ownIdentity } from '../process-identity.ts'
import { readText } from '../small-file.ts'

/** A process that uses the embedded server. Call both functions under the lock only. */
export type Member = { hasOthers(): boolean; remove(): void }

/** Registers this process in the folder; entries of dead processes are cleared away. */
export const registerMember = (folder: string): Member => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const name = `${process.pid}.${randomUUID()}`
  writeFileSync(join(folder, name), ownIdentity(), { mode: 0o600 })
  return {
    hasOthers: () => livingMembers(folder).some((other) => other !== name),
    remove: () => rmSync(join(folder, name), { force: true }),
  }
}

const livingMembers = (folder: string): string[] =>
  readdirSync(folder).filter((name) => {
    const identity = readText(join(folder, name))
    if (identity !== null && isRunning(identity)) return true
    rmSync(join(folder, name), { force: true })
    return false
  })
