import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { openBase } from '../../app/open.ts'
import { resources } from '../../domain/catalog.ts'
import type { Log, StreamHead } from '../../event-store/log.ts'
import { proveConsistency, proveInclusion } from '../../event-store/merkle/proving.ts'
import { addLeaves } from '../../event-store/merkle/tiles.ts'
import { leafHash } from '../../event-store/merkle/tree.ts'
import { readConfig } from '../../platform/config.ts'
import { verifyLog } from '../../projections/running/verify.ts'
import { loadPosts } from '../load.ts'

// npx tsx bench/verify.ts [events] [leaves]: the log alone beside a bare read of the same rows with one hash each, and proofs from a tree of so many leaves.
const [count, leaves] = [Number(process.argv[2] ?? 60_000), Number(process.argv[3] ?? 1_000_000)]
const dataDir = mkdtempSync(join(tmpdir(), 'atrium-bench-'))
const rounds = 3

type Cost = { seconds: number; processor: number }

const timed = async (work: () => Promise<unknown>): Promise<Cost> => {
  const [began, used] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(used)
  return { seconds: (performance.now() - began) / 1_000, processor: (user + system) / 1_000_000 }
}

const rateOf = (events: number, { processor }: Cost) => Math.round(events / processor)

/** Half of the events are new posts with a page of text, half are edits of a name. */
const load = async (log: Log): Promise<void> => {
  const posts = Math.floor(count / 2)
  await loadPosts(log, { first: 1, count: posts, categories: [1] })
  const edit = async (id: number) => {
    const { head }: { head: StreamHead } = await log.read(`post-${id}`)
    const commandId = crypto.randomUUID()
    const now = new Date().toISOString()
    const actor = { type: 'user', id: 1 } as const
    await log.append(head, [{ type: 'PostEdited', data: { name: `Post ${id}` } }], {
      commandId,
      now,
      actor,
      correlationId: commandId,
    })
  }
  for (let id = 1; id <= posts; id += 64)
    await Promise.all(Array.from({ length: Math.min(64, posts - id + 1) }, (_, at) => edit(id + at)))
}

const run = async () => {
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', DEMO: 'off' })
  const { pool, log, proof, close } = await openBase(config, pino({ level: 'error' }), resources)
  try {
    await load(log)
    await proof.sign(true)
    const bare = () =>
      timed(async () => {
        for (let after = '0'; ; ) {
          const { rows } = await pool.query({
            name: 'bare',
            text: 'select position, stream, revision, id, type, data, personal, meta, recorded_at from log.event where position > $1 order by position limit 1000',
            values: [after],
          })
          if (rows.length === 0) return
          for (const row of rows) createHash('sha256').update(JSON.stringify(row.data)).digest()
          after = rows.at(-1).position
        }
      })
    for (let round = 0; round < rounds; round += 1) {
      const [ours, other] = [await timed(() => verifyLog({ pool, log, proof })), await bare()]
      const [rate, bareRate] = [rateOf(count, ours), rateOf(count, other)]
      console.log(
        `verify-log: ${rate} events/s and core (${Math.round(count / ours.seconds)}/s by the clock), bare: ${bareRate}, ratio ${(rate / bareRate).toFixed(2)}`,
      )
    }
    await pool.query('truncate log.tile')
    for (let size = 0; size < leaves; size += 1_000)
      await addLeaves(
        pool,
        size,
        Array.from({ length: 1_000 }, (_, at) => ({
          hash: leafHash(String(size + at)),
          position: BigInt(size + at + 1),
        })),
      )
    const [event] = await log.store.readAll(0n, 1)
    const inclusion = await timed(async () => {
      for (let at = 0; at < 20; at += 1)
        await proveInclusion(
          pool,
          { readAll: async () => (event ? [event] : []) },
          { size: leaves - 1 },
          BigInt(1 + at * 49_999),
        )
    })
    const consistency = await timed(async () => {
      for (let at = 1; at <= 20; at += 1) await proveConsistency(pool, at * 47_777, leaves - 1)
    })
    console.log(
      `of ${leaves} leaves: the look for a leaf takes ${Math.round(inclusion.seconds * 50)} ms, a proof that the log goes on ${Math.round(consistency.seconds * 50)} ms`,
    )
  } finally {
    await close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

await run()
