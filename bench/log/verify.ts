import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { openBase } from '../../app/open.ts'
import { resources } from '../../domain/catalog.ts'
import { proveConsistency, proveInclusion } from '../../event-store/merkle/proving.ts'
import { addLeaves } from '../../event-store/merkle/tiles.ts'
import { leafHash } from '../../event-store/merkle/tree.ts'
import { readConfig } from '../../platform/config.ts'
import { verifyLog } from '../../projections/running/verify.ts'
import { parentOf, processorTime } from '../guard/processor.ts'
import { fillLog } from './fill.ts'

// npx tsx bench/log/verify.ts [events] [leaves] [former]: the log alone beside a bare read of the same rows with one hash each, and proofs from a tree of so many
// leaves. `former`: with links of before there were forms.
const [count, leaves, isFormer] = [
  Number(process.argv[2] ?? 60_000),
  Number(process.argv[3] ?? 1_000_000),
  process.argv[4] === 'former',
]
const dataDir = mkdtempSync(join(tmpdir(), 'atrium-bench-'))
const rounds = 3

type Cost = { seconds: number; processor: number; database: number }

/** The seconds of the processor that this process and the database's have used. */
const used = async (pool: Pool): Promise<{ own: number; all: number }> => {
  const { user, system } = process.cpuUsage()
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  return { own: (user + system) / 1_000_000, all: processorTime(process.pid, parentOf(rows[0]?.pid ?? 0)) / 1_000_000 }
}

const timed = async (pool: Pool, work: () => Promise<unknown>): Promise<Cost> => {
  const [began, before] = [performance.now(), await used(pool)]
  await work()
  const after = await used(pool)
  const processor = after.own - before.own
  return { seconds: (performance.now() - began) / 1_000, processor, database: after.all - before.all - processor }
}

const rateOf = (events: number, { processor }: Cost) => Math.round(events / processor)
const microsOf = (events: number, seconds: number) => ((seconds * 1_000_000) / events).toFixed(1)

const run = async () => {
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', DEMO: 'off' })
  const { pool, log, keys, proof, close } = await openBase(config, pino({ level: 'error' }), resources)
  try {
    await fillLog({ pool, log, keys }, count, isFormer)
    await proof.sign(true)
    const bare = () =>
      timed(pool, async () => {
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
      const [ours, other] = [await timed(pool, () => verifyLog({ pool, log, proof })), await bare()]
      const [rate, bareRate] = [rateOf(count, ours), rateOf(count, other)]
      console.log(
        `verify-log: ${rate} events/s and core (${Math.round(count / ours.seconds)}/s by the clock), ${microsOf(count, ours.processor)} µs of the processor, ` +
          `${microsOf(count, ours.database)} µs of PostgreSQL's; bare: ${bareRate}, ${microsOf(count, other.database)} µs, ratio ${(rate / bareRate).toFixed(2)}`,
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
    const inclusion = await timed(pool, async () => {
      for (let at = 0; at < 20; at += 1)
        await proveInclusion(
          pool,
          { readAll: async () => (event ? [event] : []) },
          { size: leaves - 1 },
          BigInt(1 + at * 49_999),
        )
    })
    const consistency = await timed(pool, async () => {
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
