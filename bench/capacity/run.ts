import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveWith, tokenOf } from '../server.ts'
import { longest, quantile } from '../watch.ts'
import type { Told } from './asks.ts'
import { mixOf } from './mix.ts'
import { overload } from './overload.ts'

// npx tsx bench/capacity/run.ts [times] [seconds]; needs a build (npm run build).
const [times, seconds] = [Number(process.argv[2] ?? 5), Number(process.argv[3] ?? 30)]
const dataDir = mkdtempSync(join(tmpdir(), 'atrium-capacity-'))

const lineOf = (told: Told, length: number) => ({
  'offered/s': Math.round(told.offered),
  'served/s': Math.round(told.served.length / length),
  'served p50': quantile(told.served, 0.5),
  'served p95': quantile(told.served, 0.95),
  'refused/s': Math.round(told.refused.length / length),
  'refused p95': quantile(told.refused, 0.95),
  others: JSON.stringify(told.others),
  'held up': Math.round(told.heldUp),
})

const environment = { DATA_DIR: dataDir, PORT: '0', DEMO: 'on', LOG_LEVEL: 'warn', AUTH_LIMITS_FACTOR: '1000' }
const served = await serveWith(['dist/server/main.js'], environment)
try {
  const staff = await tokenOf(served.url, dataDir, 'user')
  const asks = await mixOf(served.url, staff, [await tokenOf(served.url, dataDir, 'employee')])
  const { before, during, live, failedProbes, memory, recoveredAfter } = await overload(served, asks, times, seconds)
  console.table({ before: lineOf(before, 10), during: lineOf(during, seconds) })
  console.table({
    'probes of health': live.length,
    'their p95 (ms)': quantile(live, 0.95),
    'the longest': longest(live),
    failed: failedProbes.length,
    'memory (MB)': memory,
    'recovered after (ms)': recoveredAfter && Math.round(recoveredAfter),
  })
} finally {
  await served.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
