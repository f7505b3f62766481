import { isCode, readText } from './small-file.ts'

/** Names a running process so that a later one with the same id is told apart; null when none runs (a zombie does not). */
export const processIdentity = (pid: number): string | null => {
  if (process.platform !== 'linux') return isAlive(pid) ? `${pid}` : null
  const status = readText(`/proc/${pid}/stat`)
  // The command name in brackets may hold spaces and brackets itself.
  const fields = status?.slice(status.lastIndexOf(')') + 2).split(' ')
  const state = fields?.[0]
  const startTime = fields?.[19]
  if (state === undefined || startTime === undefined || state === 'Z' || state === 'X') return null
  return `${pid} ${startTime} ${readText('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}`
}

/** True while the process of an identity lives; an id that another process got since does not count. */
export const isRunning = (identity: string): boolean => {
  const pid = Number.parseInt(identity, 10)
  return Number.isInteger(pid) && processIdentity(pid) === identity
}

/** The identity of this process. */
export const ownIdentity = (): string => processIdentity(process.pid) ?? `${process.pid}`

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isCode(error, 'EPERM')
  }
}
