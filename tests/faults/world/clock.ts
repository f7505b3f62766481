import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The clock that servers and PostgreSQL are told: the machine's, and so many seconds more for each. */
export type Clock = {
  isThere: boolean
  environmentOf(whose: 'servers' | 'database'): Record<string, string>
  set(whose: 'servers' | 'database', seconds: number): void
}

const compiler = ['/usr/bin/cc', '/usr/bin/gcc', '/usr/bin/clang'].find(existsSync)

/** Compiles the clock into a folder; without one, or a compiler of C, clocks stay as they are. */
export const openClock = (folder: string | null): Clock => {
  if (folder === null || !compiler || process.platform !== 'linux')
    return { isThere: false, environmentOf: () => ({}), set: () => {} }
  const library = join(folder, 'clock.so')
  execFileSync(compiler, ['-shared', '-fPIC', '-O1', '-o', library, join(import.meta.dirname, 'clock.c'), '-ldl'])
  chmodSync(library, 0o755)
  const fileOf = (whose: string) => join(folder, `clock-of-${whose}`)
  const set = (whose: string, seconds: number) => {
    writeFileSync(fileOf(whose), `${seconds}`)
    chmodSync(fileOf(whose), 0o644)
  }
  set('servers', 0)
  set('database', 0)
  return { isThere: true, set, environmentOf: (whose) => ({ LD_PRELOAD: library, CLOCK_FILE: fileOf(whose) }) }
}
