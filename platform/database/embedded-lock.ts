import { linkSync, mkdirSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { isRunning, ownIdentity } from '../process-identity.ts'
import { isCode, readText } from '../small-file.ts'

const patienceMilliseconds = 90_000
const breakerMilliseconds = 5000

/** Runs `work` while no other process holds the lock file; a dead holder's is taken over. @throws Error after a minute and a half */
export const withLock = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
  const deadline = Date.now() + patienceMilliseconds
  while (!tryLock(path)) {
    breakStale(path)
    if (Date.now() > deadline) throw new Error(`Another process has held ${path} for too long.`)
    await pause(20)
  }
  try {
    return await work()
  } finally {
    rmSync(path, { force: true })
  }
}

/** The link appears with its content, so that nobody reads a lock without a holder. */
const tryLock = (path: string): boolean => {
  const draft = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`
  writeFileSync(draft, ownIdentity(), { mode: 0o600 })
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Only one process at a time may remove a dead one's lock; else it could remove the lock of who came next. */
const breakStale = (path: string): void => {
  const breaker = `${path}.break`
  if (!isStale(path)) return
  try {
    mkdirSync(breaker)
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
    removeOld(breaker)
    return
  }
  if (isStale(path)) rmSync(path, { force: true })
  rmdirSync(breaker)
}

const isStale = (path: string): boolean => {
  const holder = readText(path)
  return holder !== null && !isRunning(holder)
}

const removeOld = (breaker: string): void => {
  try {
    if (Date.now() - statSync(breaker).mtimeMs > breakerMilliseconds) rmdirSync(breaker)
  } catch {
    // Its maker was faster.
  }
}
