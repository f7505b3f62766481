import type { Pool } from 'pg'
import type { Served } from '../server.ts'

/** What the figures stand on: a server of ours with posts, the bare handlers beside it, and an administrator's token. */
export type Ground = {
  atrium: Served
  bare: Served
  pool: Pool
  token: string
  dataDir: string
  posts: number
  /** The process of the PostgreSQL server that both use. */
  postmaster: number
  seconds: number
  rounds: number
}

/**
 * What was measured. `ours` and `bare` are rates of work in `unit`, medians of rounds in which the two took turns; `ratio` is the median of the
 * rounds' ratios. Without `bare` smaller is better: milliseconds or MB. `micros` is the processor's time for each piece of work in microseconds,
 * of the process that serves and of PostgreSQL together, which holds steady while other programs share the machine.
 */
export type Measured = {
  unit: string
  ours: number
  bare?: number
  ratio?: number
  micros?: { ours: number; bare: number }
}

/** One line of the table: what is measured, what is to be reached, and how. Lines are measured in their order. */
export type Figure = {
  name: string
  /** The ratio beside the bare handler that issue 21 asks for, or the most that a figure without one may be. */
  reach: number
  measure(ground: Ground): Promise<Measured>
}
