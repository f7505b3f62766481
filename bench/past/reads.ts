import { parseArgs } from 'node:util'
import { resources } from '../../domain/catalog.ts'
import { openRecords, type Records } from '../../projections/records.ts'
import type { Reader } from '../../projections/reader.ts'
import { median, round } from '../measure.ts'
import { everyRead } from './asked.ts'
import { openGround } from './ground.ts'
import { processorHere } from './processor.ts'

// npx tsx bench/past/reads.ts [--count 100000] [--rounds 7] [--data folder] [--only part of a name]: every read as of some moments of a log beside the
// same read of now, one after the other in each round. Half of the posts and employees were edited, each some time after it was made.
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '7' },
    data: { type: 'string' },
    only: { type: 'string', default: '' },
  },
})
const rounds = Number(values.rounds)

/** Milliseconds of the processor that a turn should take at least: what is quick is read several times. */
const turn = 8
const mostInTurn = 12

/** Shares of the log; `recent` is where few rows ended later, and `just before` where a few more did. */
const momentsOf = (head: number): Record<string, number> => ({
  start: head * 0.01,
  early: head * 0.25,
  middle: head * 0.5,
  late: head * 0.9,
  'just before': head - 5_000,
  recent: head - 1_000,
  end: head,
})

const { pool, head, log, at, close } = await openGround(Number(values.count), values.data)

const recordsOf = (reader: Reader): Records => openRecords({ pool: reader, log, resources })

/** Microseconds of the processor for each read of a turn. */
const measured = async (processor: () => number, work: () => Promise<unknown>, times: number): Promise<number> => {
  const began = processor()
  for (let time = 0; time < times; time += 1) await work()
  return (processor() - began) / times
}

const moments = momentsOf(head)
const readers: [string, Records][] = [['now', recordsOf(pool)]]
for (const [name, position] of Object.entries(moments)) readers.push([name, recordsOf(await at(position))])

const compare = async (read: (records: Records) => Promise<unknown>): Promise<Record<string, number>> => {
  const first = await processorHere(pool)
  // Each statement is prepared and what it reads is in memory before anything is measured.
  const broken = new Set<string>()
  for (const [name, records] of readers) await measured(first, () => read(records), 1).catch(() => broken.add(name))
  const processor = await processorHere(pool)
  const times: Record<string, number[]> = {}
  for (let one = 0; one < rounds; one += 1)
    for (const [name, records] of readers) {
      if (broken.has(name)) continue
      const known = median(times[name] ?? []) || (await measured(processor, () => read(records), 1))
      const often = Math.max(1, Math.min(mostInTurn, Math.ceil((turn * 1_000) / known)))
      times[name] = [...(times[name] ?? []), await measured(processor, () => read(records), often)]
    }
  const now = times.now ?? []
  const ratios = Object.entries(times)
    .filter(([name]) => name !== 'now')
    .map(([name, found]) => [name, round(median(found.map((time, index) => time / (now[index] ?? time))))] as const)
  const ofBroken = [...broken].map((name) => [name, Number.POSITIVE_INFINITY] as const)
  ratios.push(...ofBroken)
  return {
    'now ms': round(median(now) / 1_000),
    ...Object.fromEntries(ratios),
    worst: Math.max(...ratios.map(([, ratio]) => ratio)),
  }
}

try {
  const table: Record<string, Record<string, number>> = {}
  for (const [name, read] of Object.entries(everyRead))
    if (new RegExp(values.only).test(name)) {
      table[name] = await compare(read)
      console.log(name.padEnd(40), JSON.stringify(table[name]))
    }
  console.log(
    `${values.count} posts and as many employees, half of them edited; milliseconds of the processor, and how many times now`,
  )
  console.table(table)
} finally {
  await close()
}
