import { parseArgs } from 'node:util'
import { catalog } from '../../domain/catalog.ts'
import { listActivity, openTrailCache, type TrailCache } from '../../projections/activity/activity.ts'
import type { ActivityOptions } from '../../projections/activity/page.ts'
import { processorHere } from '../past/processor.ts'
import { median, round } from '../measure.ts'
import { asked, perPage } from './asked.ts'
import { type Ground, last, openGround } from './ground.ts'

// npx tsx bench/trail/pages.ts [--data folder] [--rounds 40] [--only part of a name]: pages of a trail of 1,000,000 entries beside those of one of 1,000,
// in turn. A folder that is named keeps both.
const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    rounds: { type: 'string', default: '40' },
    only: { type: 'string', default: '' },
  },
})
const rounds = Number(values.rounds)
const usual: ActivityOptions = { page: 1, perPage, type: '', hidden: new Set() }

const p95 = (times: readonly number[]) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? 0

const openIn = async (name: string, entries: number) => ({
  ...(await openGround(entries, values.data ? `${values.data}/${name}` : undefined)),
  cache: openTrailCache(),
})

type Opened = Ground & { cache: TrailCache }

type Measured = { rows: number; first: number; processor: number[]; clock: number[] }

const nothing = (): Measured => ({ rows: 0, first: 0, processor: [], clock: [] })

const measured = async (
  { pool, cache }: Opened,
  options: Partial<ActivityOptions>,
  into: Measured,
  processor: () => number,
) => {
  const [began, busy] = [performance.now(), processor()]
  const { rows } = await listActivity(pool, { ...usual, ...options }, catalog, cache)
  into.processor.push((processor() - busy) / 1_000)
  into.clock.push(performance.now() - began)
  into.rows = rows.length
}

const grounds = { few: await openIn('few', 1_000), many: await openIn('many', last) }
try {
  const table: Record<string, Record<string, number>> = {}
  const few = new Map(asked(1_000).map(({ name, options }) => [name, options]))
  for (const { name, options } of asked(last)) {
    if (!new RegExp(values.only).test(name)) continue
    const found = { few: nothing(), many: nothing() }
    const sides = ['few', 'many'] as const
    const optionsOf = (side: 'few' | 'many') => (side === 'many' ? options : (few.get(name) ?? options))
    const processors: Record<string, () => number> = {}
    for (const side of sides) {
      const first = nothing()
      await measured(grounds[side], optionsOf(side), first, () => 0)
      found[side].first = first.clock[0] ?? 0
      processors[side] = await processorHere(grounds[side].pool)
    }
    for (let one = 0; one < rounds; one += 1)
      for (const side of sides)
        await measured(grounds[side], optionsOf(side), found[side], processors[side] ?? (() => 0))
    table[name] = {
      'rows, few': found.few.rows,
      rows: found.many.rows,
      'first look by the clock': round(found.many.first),
      'median, few': round(median(found.few.processor)),
      median: round(median(found.many.processor)),
      'p95, few': round(p95(found.few.processor)),
      p95: round(p95(found.many.processor)),
      'ratio of p95': round(p95(found.many.processor) / p95(found.few.processor)),
      'p95 by the clock, few': round(p95(found.few.clock)),
      'p95 by the clock': round(p95(found.many.clock)),
      'ratio of p95 by the clock': round(p95(found.many.clock) / p95(found.few.clock)),
    }
    console.log(name.padEnd(45), Object.values(table[name]).join('\t'))
  }
  console.log('Milliseconds, of the processor where nothing else is said: 1,000 entries, and 1,000,000')
  console.table(table)
} finally {
  await grounds.few.close()
  await grounds.many.close()
}
