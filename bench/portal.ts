import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import fastify from 'fastify'
import { median } from './measure.ts'
import { serveWith, tokenOf } from './server.ts'

// npx tsx bench/portal.ts [seconds per measurement]; needs a build (npm run build).
const seconds = Number(process.argv[2] ?? 6)
const [connections, rounds] = [64, 5]
const path = '/api/utility/portal'

/** The yardstick: Fastify with one route that answers these bytes, and nothing else. */
const serveBytes = async () => {
  const bytes = Buffer.from(process.env.BYTES ?? '', 'base64')
  const app = fastify()
  app.get(path, (_request, reply) => reply.type('application/json; charset=utf-8').send(bytes))
  console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
}

const rateOf = async (url: string, headers: Record<string, string>) => {
  const { requests, non2xx, errors } = await autocannon({ url: url + path, connections, duration: seconds, headers })
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} bad answers, ${errors} errors`)
  return requests.average
}

const compare = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-bench-'))
  const environment = { DATA_DIR: dataDir, PORT: '0', DEMO: 'on', AUTH_LIMITS_FACTOR: '100000' }
  const atrium = await serveWith(['dist/server/main.js'], environment)
  try {
    const headers = { authorization: `Bearer ${await tokenOf(atrium.url, dataDir, 'employee')}` }
    const bytes = Buffer.from(await (await fetch(atrium.url + path, { headers })).arrayBuffer())
    const bare = await serveWith(['--import', 'tsx', 'bench/portal.ts'], { BYTES: bytes.toString('base64') })
    const pairs: { ours: number; other: number }[] = []
    for (let round = 0; round < rounds; round += 1)
      pairs.push({ other: await rateOf(bare.url, {}), ours: await rateOf(atrium.url, headers) })
    await bare.stop()
    console.table({
      bytes: bytes.length,
      'Atrium requests/s': Math.round(median(pairs.map(({ ours }) => ours))),
      'bare requests/s': Math.round(median(pairs.map(({ other }) => other))),
      'ratio (median)': Math.round(median(pairs.map(({ ours, other }) => ours / other)) * 100) / 100,
      ratios: pairs.map(({ ours, other }) => (ours / other).toFixed(2)).join(' '),
    })
  } finally {
    await atrium.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

await (process.env.BYTES === undefined ? compare() : serveBytes())
