import { randomUUID } from 'node:crypto'
import {
  closeSync,
  fchownSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'

type Owner = { uid: number; gid: number }

/** Writes a small file for its `owner` only (default: our user); readers and crashes find the old text or the whole new one. */
export const writeWhole = (path: string, text: string, owner: Owner | null = null): void => {
  const draft = writeDraft(path, text, owner)
  try {
    renameSync(draft, path)
    syncFolder(path)
  } finally {
    rmSync(draft, { force: true })
  }
}

/** As `writeWhole`, but the first writer wins: a file that is already there stays. */
export const writeOnce = (path: string, text: string): void => {
  const draft = writeDraft(path, text, null)
  try {
    linkSync(draft, path)
    syncFolder(path)
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Puts a file in the place of another of the same folder; a crash leaves the old one or the new one. */
export const moveWhole = (from: string, to: string): void => {
  renameSync(from, to)
  syncFolder(to)
}

/** The text of a file, or null when there is none. */
export const readText = (path: string): string | null => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** Makes a folder for our user and those above it. Node's own way of making several never ends below /proc. */
export const makeFolder = (path: string): void => {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  const above = dirname(path)
  if (above !== path) makeFolder(above)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process was faster.
    if (!isCode(error, 'EEXIST') || !statSync(path).isDirectory()) throw error
  }
}

/** Whether an error of node's system calls has this code, such as EEXIST. */
export const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

const writeDraft = (path: string, text: string, owner: Owner | null): string => {
  const draft = `${path}.${randomUUID()}`
  const file = openSync(draft, 'wx', 0o600)
  try {
    writeFileSync(file, text)
    if (owner) fchownSync(file, owner.uid, owner.gid)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return draft
}

const syncFolder = (path: string): void => {
  if (process.platform === 'win32') return
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/**
 * A secret as its file says it now: what it said last while the file cannot be read or holds nothing, and `first` where it never lay in a file.
 * Asked when something new is opened with it, so that another password needs no restart.
 */
export const currentSecret = (file: string | null, first: string): (() => string) => {
  let last = first
  return () => {
    if (file === null) return last
    try {
      last = readFileSync(file, 'utf8').trim() || last
    } catch {
      // While it is being replaced there may be none.
    }
    return last
  }
}
