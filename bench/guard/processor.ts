import { readdirSync, readFileSync } from 'node:fs'

// Of Linux: a tick of /proc is a hundredth of a second.
const microsPerTick = 10_000

type Stat = { parent: number; micros: number; ofEnded: number }

const statOf = (pid: number): Stat | null => {
  try {
    // The name of a program stands in brackets and may hold blanks; the fields count from behind it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    const [parent = 0, ...ticks] = [1, 11, 12, 13, 14].map((index) => Number(fields[index]))
    const micros = (from: number) => ((ticks[from] ?? 0) + (ticks[from + 1] ?? 0)) * microsPerTick
    return { parent, micros: micros(0), ofEnded: micros(2) }
  } catch {
    return null
  }
}

/** Microseconds of the processor that a process and the backends of PostgreSQL, ended ones too, have used so far (Linux). */
export const processorTime = (pid: number, postmaster: number): number => {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  const backends = all.map(statOf).filter((stat) => stat?.parent === postmaster)
  return (
    (statOf(pid)?.micros ?? 0) +
    (statOf(postmaster)?.ofEnded ?? 0) +
    backends.reduce((sum, stat) => sum + (stat?.micros ?? 0), 0)
  )
}

/** The process that started another one; that of a connection of PostgreSQL is its postmaster. 0 for one that has ended. */
export const parentOf = (pid: number): number => statOf(pid)?.parent ?? 0
