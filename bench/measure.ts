import { randomBytes, randomUUID } from 'node:crypto'
import type { NewEvent } from '../event-store/port.ts'

/** Appends under way at once in the benchmarks of the log. */
export const inFlight = 32

/** With two decimals. */
export const round = (value: number): number => Math.round(value * 100) / 100

/** The middle one, or the upper of the two in the middle. */
export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

/** Does `one` with 32 in flight for as long as there is more to do; answers how often. */
export const together = async (hasMore: () => boolean, one: () => Promise<unknown>): Promise<number> => {
  let count = 0
  const work = async () => {
    for (; hasMore(); count += 1) await one()
  }
  await Promise.all(Array.from({ length: inFlight }, work))
  return count
}

const content = randomBytes(500).toString('hex')

/** An event of about 1.5 kB. */
export const sampleEvent = (): NewEvent => {
  const commandId = randomUUID()
  const meta = {
    version: 1,
    at: new Date().toISOString(),
    actor: { type: 'system', id: 'bench' } as const,
    correlationId: commandId,
    causationId: commandId,
    commandId,
    chain: { prev: '', hash: commandId },
  }
  return { id: randomUUID(), type: 'BenchWritten', data: { name: 'A post', content }, personal: null, meta }
}
