import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveWith } from '../server.ts'
import { type Account, markOf, peopleOf, signInFloods, type Tried, tryRight, waysIn, whileFlooded } from './floods.ts'
import { longest, quantile } from '../watch.ts'

// npx tsx bench/sign-in/flood.ts [right sign-ins of each kind] [part of a name]; needs a build (npm run build).
const count = Number(process.argv[2] ?? 20)
const names = Object.keys(signInFloods).filter((name) => name.includes(process.argv[3] ?? ''))

const lineOf = ({ took, statuses }: Tried) => ({
  p50: quantile(took, 0.5),
  p95: quantile(took, 0.95),
  longest: longest(took),
  '200': `${Math.round((100 * (statuses[200] ?? 0)) / took.length)} %`,
  answers: JSON.stringify(statuses).replaceAll('"', ''),
  load: Number(loadavg()[0]?.toFixed(1)),
})

const measure = async (name: string, url: string, dataDir: string): Promise<Record<string, object>> => {
  const { victim, known, strangers } = peopleOf(dataDir)
  const marks = new Map<Account, string>()
  const ways = waysIn(name, marks)
  for (const account of known) marks.set(account, await markOf(url, dataDir, account, { address: ways.home }))
  const nobody = await tryRight(url, strangers, strangers.length, ways['new device'])
  return whileFlooded(url, name, victim.userName, async () => ({
    [`${name}: before`]: lineOf(nobody),
    [`${name}: known device`]: lineOf(await tryRight(url, known, count, ways['known device'])),
    [`${name}: known network`]: lineOf(await tryRight(url, known, count, ways['known network'])),
    [`${name}: new device`]: lineOf(await tryRight(url, strangers, count, ways['new device'])),
  }))
}

const table: Record<string, object> = {}
for (const name of names) {
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-flood-'))
  const environment = {
    DATA_DIR: dataDir,
    PORT: '0',
    DEMO: 'on',
    AUTH_LIMITS_FACTOR: '1',
    TRUSTED_PROXIES: '127.0.0.1',
  }
  const served = await serveWith(['dist/server/main.js'], environment)
  try {
    Object.assign(table, await measure(name, served.url, dataDir))
  } finally {
    await served.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
console.table(table)
