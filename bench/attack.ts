import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { employeeAttacks } from './attacks-employee.ts'
import { staffAttacks } from './attacks-staff.ts'
import { anonymousAttacks, type Target } from './attacks.ts'
import { round } from './measure.ts'
import { callOk, type Served, serveWith, tokenOf, tokenWithRole } from './server.ts'
import { underAttack } from './under-attack.ts'
import { longest, type Noticed, quantile, type Reader, watch } from './watch.ts'

// npx tsx bench/attack.ts [seconds per attack] [seconds of rest after each] [expression for names]; needs a build (npm run build).
const [seconds, rest] = [Number(process.argv[2] ?? 60), Number(process.argv[3] ?? 10)]
const names = Object.keys({ ...anonymousAttacks, ...employeeAttacks, ...staffAttacks }).filter((name) =>
  new RegExp(process.argv[4] ?? '').test(name),
)
const connections = 20
const dataDir = mkdtempSync(join(tmpdir(), 'atrium-attack-'))

// What everybody else may notice of an attack; `slower` is beside the same moments before, with nobody attacking.
const bounds = { readMs: 300, slower: 4, liveMs: 100, memoryMb: 500 }

const lineOf = ({ read, save, live, refused, memory, beside, heldUp }: Noticed) => ({
  reads: read.length,
  'read p50': quantile(read, 0.5),
  'read p95': quantile(read, 0.95),
  'save p95': quantile(save, 0.95),
  'live p95': quantile(live, 0.95),
  'live max': longest(live),
  'held up': heldUp,
  'not 200': JSON.stringify(refused).replaceAll('"', ''),
  MB: memory,
  'MB beside': beside,
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
  const posts: number[] = []
  for (let at = 0; at < 12; at += 1) {
    const plain = { ...fields, name: `Plain ${at}`, css: '' }
    posts.push((await callOk(url, token, 'POST', '/api/post', plain)).id)
  }
  // Submissions go by mail to somebody.
  await callOk(url, token, 'POST', '/api/utility/config', { email_iso: 'iso@example.org' })
  return {
    reader: { token, post: id, fields },
    target: {
      url,
      token: await tokenOf(url, dataDir, 'employee'),
      staff: await tokenWithRole(url, dataDir, 'Editor'),
      styles: `/api/post/${id}/style.css`,
      posts,
    },
  }
}

const run = async (served: Served) => {
  const { reader, target } = await prepare(served)
  const table: Record<string, object> = {}
  const measure = (milliseconds: number) => watch(served, reader, milliseconds)
  const quiet = () => measure(Math.min(seconds, 10) * 1_000)
  // What is compiled and read for the first time counts for nobody.
  table.nobody = lineOf(await quiet())
  for (const name of names) {
    const { read } = await quiet()
    const attacked = await underAttack(target, [name], connections, () => measure(seconds * 1_000))
    const noticed = attacked.result
    const slower = round(quantile(noticed.read, 0.95) / quantile(read, 0.95))
    const within = isWithin(noticed) && slower <= bounds.slower
    table[name] = {
      ...lineOf(noticed),
      'p95 before': quantile(read, 0.95),
      slower,
      within,
      attempts: attacked.attempts,
    }
    if (!within) process.exitCode = 1
    await pause(rest * 1_000)
  }
  table.afterwards = lineOf(await quiet())
  console.table(table)
}

const served = await serveWith(['dist/server/main.js'], { DATA_DIR: dataDir, PORT: '0', DEMO: 'on' })
try {
  await run(served)
} finally {
  await served.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
