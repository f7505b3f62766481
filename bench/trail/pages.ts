import { parseArgs } from 'node:util'
import { catalog } from '../../domain/catalog.ts'
import { listActivity, openTrailCache, type TrailCache } from '../../projections/activity/activity.ts'
import type { ActivityOptions } from '../../projections/activity/page.ts'
import { processorHere } from '../past/processor.ts'
import { median, round } from '../measure.ts'
import { asked, perPage } from './asked.ts'
import { type Ground, last, openGround } from './ground.ts'

// npx tsx bench/trail/pages.ts [--data folder] [--rounds 40] [--repeat 1] [--only part of a name] [--uncounted]: pages of a trail of 1,000,000 entries beside
// those of one of 1,000, in turn. A folder that is named keeps both. Of several repetitions it tells the median of each figure. Where the small trail
// has fewer entries than a page, a page of the large one with as many stands beside.
const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    rounds: { type: 'string', default: '40' },
    repeat: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    uncounted: { type: 'boolean', default: false },
  },
})
const rounds = Number(values.rounds)
const usual: ActivityOptions = {
  page: 1,
  perPage,
  type: '',
  hidden: new Set(),
  ...(values.uncounted ? { counted: 'none' } : {}),
}

const p95 = (times: readonly number[]) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? 0

const openIn = async (name: string, entries: number) => ({
  ...(await openGround(entries, values.data ? `${values.data}/${name}` : undefined)),
  cache: openTrailCache(),
})

type Opened = Ground & { cache: TrailCache }

type Measured = { rows: number; first: number; processor: number[][]; clock: number[][] }

const nothing = (): Measured => ({ rows: 0, first: 0, processor: [], clock: [] })

/** The median over all repetitions of what is told of each. */
const over = (repetitions: readonly number[][], tell: (times: number[]) => number): number =>
  median(repetitions.map(tell))

const measured = async (
  { pool, cache }: Opened,
  options: Partial<ActivityOptions>,
  into: Measured,
  processor: () => number,
) => {
  const [began, busy] = [performance.now(), processor()]
  const { rows } = await listActivity(pool, { ...usual, ...options }, catalog, cache)
  into.processor.at(-1)?.push((processor() - busy) / 1_000)
  into.clock.at(-1)?.push(performance.now() - began)
  into.rows = rows.length
  return performance.now() - began
}

const grounds = { few: await openIn('few', 1_000), many: await openIn('many', last) }
const ofFew = new Map(asked(1_000).map(({ name, options }) => [name, options]))

/** The pages that are asked for in turn: `asFull` is one of the large trail, as far behind, with as many entries as the small one has for its page. */
const sidesOf = async (name: string, options: Partial<ActivityOptions>) => {
  const few = { ground: grounds.few, options: ofFew.get(name) ?? options, found: nothing() }
  const many = { ground: grounds.many, options, found: nothing() }
  for (const { ground, options: one, found } of [few, many]) found.first = await measured(ground, one, found, () => 0)
  const { rows } = few.found
  if (rows === 0 || rows >= many.found.rows) return { few, many }
  const page = Math.floor((((options.page ?? 1) - 1) * perPage) / rows) + 1
  return { few, many, asFull: { ...many, options: { ...options, page, perPage: rows }, found: nothing() } }
}

const measureAll = async (sides: Awaited<ReturnType<typeof sidesOf>>) => {
  const processors = { few: await processorHere(grounds.few.pool), many: await processorHere(grounds.many.pool) }
  for (let repetition = 0; repetition < Number(values.repeat); repetition += 1) {
    const all = Object.values(sides)
    for (const { found } of all) {
      found.processor.push([])
      found.clock.push([])
    }
    for (let one = 0; one < rounds; one += 1)
      for (const { ground, options, found } of all)
        await measured(ground, options, found, ground === grounds.few ? processors.few : processors.many)
  }
}

const columnsOf = ({ few, many, asFull }: Awaited<ReturnType<typeof sidesOf>>): Record<string, number> => {
  const p95Of = (found: Measured) => over(found.processor, p95)
  const clockOf = (found: Measured) => over(found.clock, p95)
  const times = (found: Measured) => round(p95Of(found) / p95Of(few.found))
  return {
    'rows, few': few.found.rows,
    rows: many.found.rows,
    'first look by the clock': round(many.found.first),
    'median, few': round(over(few.found.processor, median)),
    median: round(over(many.found.processor, median)),
    'p95, few': round(p95Of(few.found)),
    p95: round(p95Of(many.found)),
    'ratio of p95': times(many.found),
    ...(asFull
      ? { 'median, as full': round(over(asFull.found.processor, median)), 'ratio, as full': times(asFull.found) }
      : {}),
    'p95 by the clock, few': round(clockOf(few.found)),
    'p95 by the clock': round(clockOf(many.found)),
    'ratio of p95 by the clock': round(clockOf(many.found) / clockOf(few.found)),
  }
}

try {
  const table: Record<string, Record<string, number>> = {}
  for (const { name, options } of asked(last)) {
    if (!new RegExp(values.only).test(name)) continue
    const sides = await sidesOf(name, options)
    await measureAll(sides)
    table[name] = columnsOf(sides)
    console.log(name.padEnd(45), Object.values(table[name]).join('\t'))
  }
  console.log('Milliseconds, of the processor where nothing else is said: 1,000 entries, and 1,000,000')
  console.table(table)
} finally {
  await grounds.few.close()
  await grounds.many.close()
}
