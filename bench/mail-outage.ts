import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mailSink, portOf } from '../tests/platform/mail/sink.ts'
import { median, round } from './measure.ts'
import { callOk, type Served, serveWith, tokenOf } from './server.ts'

// npx tsx bench/mail-outage.ts [rounds]; needs a build (npm run build).
const rounds = Number(process.argv[2] ?? 3)
const [submissions, callers] = [200, 8]
const dataDir = mkdtempSync(join(tmpdir(), 'atrium-mail-'))
const environment = { DATA_DIR: dataDir, PORT: '0', DEMO: 'on', AUTH_LIMITS_FACTOR: '100000' }

const p95 = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.95)] ?? Number.NaN

type Taken = { submit: number[]; read: number[] }

/** Withdraws what is open and applies again in turns with requests; reads one's own in between. Milliseconds of each call. */
const submitAll = async ({ url }: Served, sender: string): Promise<Taken> => {
  const [item] = await callOk(url, sender, 'GET', '/api/utility/stationery_items')
  const [job] = await callOk(url, sender, 'GET', '/api/page/job_index')
  const taken: Taken = { submit: [], read: [] }
  const timed = async (kind: keyof Taken, method: string, path: string, body?: object) => {
    const began = performance.now()
    const data = await callOk(url, sender, method, path, body)
    taken[kind].push(performance.now() - began)
    return data
  }
  let left = submissions
  const work = async (isApplying: boolean) => {
    while (left > 0) {
      left -= 1
      if (isApplying) {
        const { id } = await timed('submit', 'POST', '/api/utility/job_apply', { job_id: job.id, reason: 'Knots.' })
        await callOk(url, sender, 'POST', `/api/job_application/${id}/withdraw`)
      } else
        await timed('submit', 'POST', '/api/utility/request_stationery', {
          content: [{ value: item.value, quantity: 2 }],
        })
      await timed('read', 'GET', '/api/utility/portal')
    }
  }
  // One application at a time is open for a job, so one caller applies.
  await Promise.all(Array.from({ length: callers }, (_, index) => work(index === 0)))
  return taken
}

const hanging = async () => {
  const server = createServer((socket) => void socket.on('error', () => {}))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return { url: `smtp://127.0.0.1:${portOf(server)}`, close: () => void server.close() }
}

const away = async () => {
  const sink = await mailSink()
  await sink.close()
  return { url: sink.url, close: () => undefined }
}

const kinds = { up: mailSink, away, hanging } as const
type Kind = keyof typeof kinds

const measure = async (kind: Kind, token: string): Promise<Taken> => {
  const mailServer = await kinds[kind]()
  const served = await serveWith(['dist/server/main.js'], { ...environment, SMTP_URL: mailServer.url })
  try {
    // What is compiled and read for the first time counts for nobody.
    await submitAll(served, token)
    return await submitAll(served, token)
  } finally {
    await served.stop()
    void mailServer.close()
  }
}

const signedIn = async (): Promise<string> => {
  const served = await serveWith(['dist/server/main.js'], environment)
  const token = await tokenOf(served.url, dataDir, 'employee')
  await served.stop()
  return token
}

const run = async () => {
  const token = await signedIn()
  const found: Record<Kind, { submit: number; read: number }[]> = { up: [], away: [], hanging: [] }
  for (let at = 0; at < rounds; at += 1)
    for (const kind of ['up', 'away', 'hanging'] as const) {
      const { submit, read } = await measure(kind, token)
      found[kind].push({ submit: p95(submit), read: p95(read) })
    }
  const ratio = (kind: Kind, of: 'submit' | 'read') =>
    round(median(found[kind].map((one, at) => one[of] / (found.up[at]?.[of] ?? Number.NaN))))
  console.table(
    Object.fromEntries(
      (['up', 'away', 'hanging'] as const).map((kind) => [
        `mail server ${kind}`,
        {
          'submit p95 (ms)': round(median(found[kind].map(({ submit }) => submit))),
          'read p95 (ms)': round(median(found[kind].map(({ read }) => read))),
          'submit, ratio to up': ratio(kind, 'submit'),
          'read, ratio to up': ratio(kind, 'read'),
        },
      ]),
    ),
  )
}

try {
  await run()
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
