import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { employeeAttacks } from './attacks-employee.ts'
import { anonymousAttacks, type Target } from './attacks.ts'
import { callOk, type Served, serveWith, tokenOf } from './server.ts'
import { underAttack } from './under-attack.ts'
import { longest, type Noticed, quantile, type Reader, watch } from './watch.ts'

// npx tsx bench/attack.ts [seconds per attack] [seconds of rest after them] [part of a name]; needs a build (npm run build).
const [seconds, rest] = [Number(process.argv[2] ?? 60), Number(process.argv[3] ?? 60)]
const names = Object.keys({ ...anonymousAttacks, ...employeeAttacks }).filter((name) =>
  name.includes(process.argv[4] ?? ''),
)
const connections = 20
const dataDir = mkdtempSync(join(tmpdir(), 'atrium-attack-'))

// What everybody else may notice of an attack.
const bounds = { readMs: 300, liveMs: 100, memoryMb: 500 }

const lineOf = ({ read, save, live, refused, memory, heldUp }: Noticed) => ({
  reads: read.length,
  'read p50': quantile(read, 0.5),
  'read p95': quantile(read, 0.95),
  'save p95': quantile(save, 0.95),
  'live p95': quantile(live, 0.95),
  'live max': longest(live),
  'held up': heldUp,
  'not 200': JSON.stringify(refused).replaceAll('"', ''),
  MB: memory,
  load: Number(loadavg()[0]?.toFixed(1)),
})

const isWithin = ({ read, live, refused, memory }: Noticed) =>
  quantile(read, 0.95) < bounds.readMs &&
  longest(live) < bounds.liveMs &&
  Object.keys(refused).length === 0 &&
  memory < bounds.memoryMb

const css = Array.from({ length: 3_000 }, (_, at) => `.a${at} > p { color: red }`).join('\n')

/** A post with many styles, and whoever saves it. */
const prepare = async ({ url }: Served): Promise<{ reader: Reader; target: Target }> => {
  const token = await tokenOf(url, dataDir, 'user')
  const [category] = await callOk(url, token, 'GET', '/api/category')
  const fields = { name: 'Styled', excerpt: 'In many colours', category: category.id, content: '<p>Read</p>', css }
  const { id } = await callOk(url, token, 'POST', '/api/post', fields)
  const employee = await tokenOf(url, dataDir, 'employee')
  return {
    reader: { token, post: id, fields },
    target: { url, token: employee, styles: `/api/post/${id}/style.css` },
  }
}

const run = async (served: Served) => {
  const { reader, target } = await prepare(served)
  const table: Record<string, object> = {}
  const measure = async (name: string, milliseconds: number) => {
    const noticed = await watch(served, reader, milliseconds)
    table[name] = { ...lineOf(noticed), within: isWithin(noticed) }
    if (!isWithin(noticed)) process.exitCode = 1
  }
  await measure('nobody', Math.min(seconds, 10) * 1_000)
  for (const name of names) {
    const { attempts } = await underAttack(target, [name], connections, () => measure(name, seconds * 1_000))
    table[name] = { ...table[name], attempts }
  }
  await pause(rest * 1_000)
  await measure('afterwards', Math.min(seconds, 10) * 1_000)
  console.table(table)
}

const served = await serveWith(['dist/server/main.js'], { DATA_DIR: dataDir, PORT: '0', DEMO: 'on' })
try {
  await run(served)
} finally {
  await served.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
