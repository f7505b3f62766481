import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigError } from '../config.ts'

/** The unprivileged user as whom PostgreSQL runs when this process is root, which PostgreSQL refuses to be. */
export type Account = { name: string; uid: number; gid: number }

/** Null when this process is not root; `owner` (a user id) goes on owning its cluster. @throws ConfigError without a user to run as */
export const embeddedAccount = (owner: number | null): Account | null => {
  if (process.getuid?.() !== 0) return null
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n').flatMap(parseAccount)
  const found =
    accounts.find((account) => account.uid === owner && owner !== 0) ??
    accounts.find((account) => account.name === 'postgres') ??
    accounts.find((account) => account.name === 'nobody')
  if (found) return found
  throw new ConfigError('PostgreSQL cannot run as root: add a user named postgres, or set DATABASE_URL.')
}

const parseAccount = (line: string): Account[] => {
  const [name, , uid, gid] = line.split(':')
  if (name === undefined || uid === undefined || gid === undefined) return []
  return [{ name, uid: Number(uid), gid: Number(gid) }]
}

/** Whether the account may read and execute the file, by the permission bits of it and of all folders above. */
export const canReach = (path: string, account: Account): boolean => {
  const { uid, gid, mode } = statSync(path)
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0
  const needed = statSync(path).isDirectory() ? 0o1 : 0o5
  if (((mode >> shift) & needed) !== needed) return false
  return dirname(path) === path || canReach(dirname(path), account)
}
