import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** A disk of a few megabytes, in memory. */
export type Disk = { folder: string; fill(): void; empty(): void; remove(): void }

const openDisk = (folder: string, megabytes: number): Disk => {
  mkdirSync(folder)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder], { stdio: 'pipe' })
  chmodSync(folder, 0o755)
  const ballast = join(folder, 'ballast')
  return {
    folder,
    // It ends when nothing more goes in, and says so by its exit code.
    fill: () => void execFileSync('sh', ['-c', `dd if=/dev/zero of='${ballast}' bs=1M 2>/dev/null; true`]),
    empty: () => rmSync(ballast, { force: true }),
    remove: () => void execFileSync('umount', ['-l', folder]),
  }
}

/** Disks for PostgreSQL and for the files below a folder; null where this user may not mount any. */
export const openDisks = (folder: string): { postgres: Disk; files: Disk } | null => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null
  try {
    return { postgres: openDisk(join(folder, 'disk'), 900), files: openDisk(join(folder, 'files'), 20) }
  } catch {
    return null
  }
}
