import { createServer, get, type ServerResponse } from 'node:http'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { callOk, type Served, serveWith, tokenOf } from './server.ts'

// npx tsx bench/live.ts [connections]; needs a build (npm run build).
const connections = Number(process.argv[2] ?? 1_000)
const rounds = 5

/** The yardstick: a bare server of Node that holds streams and writes the same bytes to all of them. */
const serveStreams = () => {
  const open = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      for (const one of open) one.write('id: 1\ndata: {"changes":[{"resource":"post","id":1}]}\n\n')
      return void response.end('{}')
    }
    open.add(response)
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n')
  })
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    console.log(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`)
  })
}

/** Memory of a process in kB, where the system tells (Linux). */
const memoryOf = ({ child }: Served): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0)

/** Opens the streams; `told` waits until every one has brought something more, and says after how many milliseconds the last did. */
const openAll = async (url: string, tokens: readonly string[]) => {
  const times = Array.from({ length: connections }, () => 0)
  const one = (index: number) =>
    new Promise<() => void>((resolve, reject) => {
      const token = tokens[index % tokens.length] ?? ''
      const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}` }
      get(`${url}/api/live`, { headers, agent: false }, (answer) => {
        if (answer.statusCode !== 200) return reject(new Error(`answers ${answer.statusCode}`))
        answer.on('data', (text: Buffer) => {
          if (!text.includes('data: {"changes"')) return
          times[index] = performance.now()
        })
        answer.on('error', () => undefined)
        resolve(() => answer.destroy())
      }).on('error', reject)
    })
  const closes: (() => void)[] = []
  for (let from = 0; from < connections; from += 50)
    closes.push(
      ...(await Promise.all(Array.from({ length: Math.min(50, connections - from) }, (_, at) => one(from + at)))),
    )
  const told = async (began: number) => {
    while (times.some((time) => time < began)) await pause(5)
    return Math.round(Math.max(...times) - began)
  }
  return { told, close: () => closes.forEach((close) => close()) }
}

const measure = async (served: Served, tokens: readonly string[], change: (round: number) => Promise<unknown>) => {
  await change(-1)
  await pause(3_000)
  const before = memoryOf(served)
  const streams = await openAll(served.url, tokens)
  await pause(3_000)
  const each = Math.round((memoryOf(served) - before) / connections)
  const reached: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now()
    await change(round)
    reached.push(await streams.told(began))
    await pause(300)
  }
  streams.close()
  return { connections, 'kB a connection': each, 'ms until all know': reached.join(' ') }
}

const compare = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-bench-'))
  const environment = { DATA_DIR: dataDir, PORT: '0', DEMO: 'on', AUTH_LIMITS_FACTOR: '100000' }
  const atrium = await serveWith(['dist/server/main.js'], environment)
  const bare = await serveWith(['--import', 'tsx', 'bench/live.ts'], { BARE: 'streams' })
  try {
    const staff = await tokenOf(atrium.url, dataDir)
    const post = await callOk(atrium.url, staff, 'GET', '/api/post?page=1&per_page=1')
    const [{ id }] = post
    console.table({
      Atrium: await measure(atrium, [staff], (round) =>
        callOk(atrium.url, staff, 'PUT', `/api/post/${id}`, { excerpt: `Round ${round} of ${Date.now()}` }),
      ),
      'bare sockets': await measure(bare, [''], () => fetch(bare.url, { method: 'POST' })),
    })
  } finally {
    await Promise.all([atrium.stop(), bare.stop()])
    rmSync(dataDir, { recursive: true, force: true })
  }
}

if (process.env.BARE === undefined) await compare()
else serveStreams()
