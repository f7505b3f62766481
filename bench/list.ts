import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { pino } from 'pino'
import { openBase } from '../app/open.ts'
import { category } from '../domain/resources/category.ts'
import { resources } from '../domain/catalog.ts'
import { readConfig } from '../platform/config.ts'
import { silentLog } from '../platform/logger.ts'
import { optionsOf } from '../projections/list.ts'
import { openProjector } from '../projections/running/projector.ts'
import { rebuild } from '../projections/running/rebuild.ts'
import { verify } from '../projections/running/verify.ts'
import { loadPosts, slugOf } from './load.ts'
import { memoryOf, type Served, serveWith, tokenOf } from './server.ts'

// npx tsx bench/list.ts [posts] [seconds per measurement]; needs a build (npm run build).
const [count, seconds] = [Number(process.argv[2] ?? 100_000), Number(process.argv[3] ?? 8)]
const first = 10_001
const connections = 16
const dataDir = mkdtempSync(join(tmpdir(), 'atrium-bench-'))
// A machine's speed drifts, so the two are measured in turn and compared pair by pair.
const rounds = 5
const round = (value: number) => Math.round(value * 10) / 10

const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
  const began = performance.now()
  const result = await work()
  console.log(`${what}: ${round((performance.now() - began) / 1_000)} s`)
  return result
}

const measure = async (served: Served, path: string, headers: Record<string, string>) => {
  const { requests, latency, non2xx, errors } = await autocannon({
    url: served.url + path,
    connections,
    duration: seconds,
    headers,
  })
  if (non2xx + errors > 0) throw new Error(`${path}: ${non2xx} bad answers, ${errors} errors`)
  return { rate: requests.average, p99: latency.p99 }
}

type Measured = Awaited<ReturnType<typeof measure>>
type Pair = { bare: Measured; ours: Measured }

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

const firstRows = async (served: Served, path: string, headers: Record<string, string>): Promise<number> => {
  const answer = await fetch(served.url + path, { headers })
  const { data } = await answer.json()
  return Array.isArray(data) ? data.length : data ? 1 : 0
}

const compare = async (atrium: Served, bare: Served, token: string) => {
  const headers = { authorization: `Bearer ${token}` }
  const cases = {
    'page 1': '/api/post?per_page=20',
    'page 500': '/api/post?page=500&per_page=20',
    keyword: '/api/post?keyword=marathon%20museum&per_page=20',
    'by slug': `/api/post/${slugOf(first + Math.floor(count / 2))}`,
  }
  const table: Record<string, unknown> = {}
  for (const [name, path] of Object.entries(cases)) {
    const rows = [await firstRows(atrium, path, headers), await firstRows(bare, path, {})]
    const pairs: Pair[] = []
    for (let pair = 0; pair < rounds; pair += 1)
      pairs.push({ bare: await measure(bare, path, {}), ours: await measure(atrium, path, headers) })
    const ratios = pairs.map(({ ours, bare: other }) => Math.round((ours.rate / other.rate) * 100) / 100)
    table[name] = {
      rows: rows.join(' / '),
      'Atrium requests/s': Math.round(median(pairs.map(({ ours }) => ours.rate))),
      'bare requests/s': Math.round(median(pairs.map(({ bare: other }) => other.rate))),
      'ratio (median)': median(ratios),
      ratios: ratios.join(' '),
      'Atrium p99 ms': median(pairs.map(({ ours }) => ours.p99)),
    }
  }
  console.table(table)
}

const run = async () => {
  const environment = { DATA_DIR: dataDir, PORT: '0', DEMO: 'on', AUTH_LIMITS_FACTOR: '100000' }
  const atrium = await serveWith(['dist/server/main.js'], environment)
  const base = await openBase(readConfig({ ...environment }), pino({ level: 'error' }), resources)
  const parts = { ...base, resources, logger: silentLog }
  try {
    const categories = (await optionsOf(base.pool, category)).map((one) => one.value)
    const rate = await timed(`loading ${count} posts`, () => loadPosts(base.log, { first, count, categories }))
    console.log(`appended ${Math.round(rate)} events/s with 64 in flight, while the server projects`)
    const follower = await openProjector({ ...parts, lead: false })
    await timed('until the running server had projected the rest', async () => {
      await follower.ready
    })
    await follower.stop()
    console.log(`memory of the server after the load: ${memoryOf(atrium)} MB`)
    const { events, milliseconds } = await rebuild(parts)
    console.log(
      `rebuild beside the running server: ${events} events in ${round(milliseconds / 1_000)} s, ${Math.round(events / (milliseconds / 1_000))}/s`,
    )
    const { ok } = await timed('verify', () => verify(parts))
    console.log(ok ? 'verify found nothing wrong' : 'verify found problems')
    const bare = await serveWith(['--import', 'tsx', 'bench/bare.ts'], {
      DATABASE_URL: String(base.pool.options.connectionString),
    })
    await compare(atrium, bare, await tokenOf(atrium.url, dataDir))
    await bare.stop()
  } finally {
    await base.close()
    await atrium.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

await run()
