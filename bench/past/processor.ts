import { readFileSync } from 'node:fs'
import type pg from 'pg'

// Nanoseconds on a processor, of Linux: finer than the ticks of stat.
const nanosOf = (pid: number): number => {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0])
  } catch {
    return 0
  }
}

/** Microseconds of the processor that this process and its connections to a local database use. */
export const processorHere = async (pool: pg.Pool): Promise<() => number> => {
  const { rows } = await pool.query<{ pid: number }>(
    "select pid from pg_stat_activity where backend_type = 'client backend' and datname = current_database()",
  )
  return () => {
    const { user, system } = process.cpuUsage()
    return user + system + rows.reduce((sum, { pid }) => sum + nanosOf(pid), 0) / 1_000
  }
}
