import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { command } from '../invariants.ts'
import { count, type Mix } from '../mix.ts'
import type { MailMode } from './mail.ts'
import type { Random } from './random.ts'

/** Everything is slow; then PostgreSQL hangs; then somebody holds the lock of the log. */
export const slowDatabase = async ({ world, random }: Mix) => {
  for (const { proxy } of world.nodes) proxy.delay(random.between(50, 600))
  await wait(random.between(1_000, 2_000))
  for (const { proxy } of world.nodes) proxy.heal()
  world.postgres.freeze()
  await wait(random.between(1_000, 6_000))
  world.postgres.thaw()
  const holder = new pg.Client({ connectionString: world.postgres.urlAt(world.postgres.port()) })
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query('lock table log.event in access exclusive mode')
    await wait(random.between(500, 2_500))
    await holder.query('rollback')
  } finally {
    await holder.end()
  }
}

/** Connections break at some byte, after the answer to an append was written, or pass nothing on. */
export const brokenConnections = async ({ world, random, note }: Mix) => {
  const before = world.nodes.reduce((sum, { proxy }) => sum + proxy.did.resets + proxy.did.lost, 0)
  for (let times = 0; times < 20; times += 1) {
    const { proxy } = random.pick(world.nodes)
    const act = random.pick([
      () => proxy.reset(random.between(1, 20_000)),
      () => proxy.loseAnswerTo([world.log ? 'idempotent-finish' : 'log-append']),
      () => world.mailProxy.reset(random.between(1, 2_000)),
      () => world.log?.loseAnswers(() => random.isSo(0.05)),
    ])
    act()
    await wait(random.between(20, 200))
  }
  world.log?.loseAnswers(null)
  const node = random.pick(world.nodes)
  node.proxy.freeze()
  await wait(random.between(500, 4_000))
  for (const { proxy } of world.nodes) proxy.heal()
  world.mailProxy.heal()
  const after = world.nodes.reduce((sum, { proxy }) => sum + proxy.did.resets + proxy.did.lost, 0)
  count(note, 'connections broken', after - before)
}

/** Clocks jump by an hour and back under load, first those of the servers, then that of PostgreSQL. */
export const jumpingClocks = async ({ world, random }: Mix) => {
  if (!world.clock.isThere) throw new Error('F10 needs Linux and a compiler of C')
  for (const whose of random.shuffled(['servers', 'database'] as const)) {
    for (const seconds of random.shuffled([3_600, -3_600])) {
      world.clock.set(whose, seconds)
      await wait(random.between(500, 1_500))
    }
    world.clock.set(whose, 0)
  }
  await wait(500)
}

const limitFiles = (pid: number | undefined, most: number) =>
  promisify(execFile)('prlimit', [`--pid=${pid}`, `--nofile=${most}:`])

/** A server may open no more files and connections for a while; then one stands still, and goes on as if it had not. */
export const stoppedServer = async ({ world, random }: Mix) => {
  const [few, node] = [random.pick(world.nodes), random.pick(world.nodes)]
  const { pid } = few.running().process
  await limitFiles(pid, 40)
  const asking = Array.from({ length: 60 }, () => fetch(`${few.url}/health/live`).catch(() => null))
  await wait(3_000)
  await limitFiles(pid, 4_096)
  await Promise.all(asking)
  node.running().process.kill('SIGSTOP')
  await wait(random.between(1_000, 20_000))
  node.running().process.kill('SIGCONT')
  await wait(1_000)
}

export const mailTrouble = async ({ world, random }: Mix) => {
  for (const mode of random.shuffled<MailMode>(['away', 'hangs', 'later', 'never']).slice(0, 3)) {
    await world.mail.become(mode)
    await wait(random.between(500, 2_000))
  }
  await world.mail.become('takes')
}

/** The disk of PostgreSQL is full for a while, then that of the files. */
export const fullDisks = async ({ world, random, note }: Mix) => {
  if (!world.disks) throw new Error('F3 needs Linux and a user who may mount')
  const { postgres, files } = world.disks
  for (const disk of [postgres, files]) {
    disk.fill()
    await wait(random.between(1_000, 3_000))
    disk.empty()
    count(note, 'disks filled')
  }
  // What could not recover while there was no room has ended.
  if (!world.postgres.isRunning()) await world.postgres.start()
}

const flipByte = async (path: string, random: Random) => {
  const bytes = await readFile(path)
  const at = random.between(1_000, bytes.length - 1_000)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  await writeFile(`${path}.flipped`, bytes)
  return `${path}.flipped`
}

/** A backup is made under load and restored into a new database, where everything is as whole; with one byte changed it is refused. */
export const backedUp = async ({ world, random, note }: Mix) => {
  const to = await mkdtemp(join(world.folder, '..', 'backup-'))
  const run = (words: readonly string[], extra = {}) => command(world.folder, words, { ...world.environment, ...extra })
  const made = await run(['backup', '--to', to])
  if (world.log) {
    if (made.code === 0) note.violations.push('F13: a backup without the log was made')
    return
  }
  const [name] = (await readdir(to)).filter((one) => one.endsWith('.zip'))
  if (made.code !== 0 || !name) return void note.violations.push(`F13: backup ended with ${made.code}: ${made.stderr}`)
  const flipped = await run(['check-backup', await flipByte(join(to, name), random)])
  if (flipped.code === 0) note.violations.push('F13: a changed byte was not found')
  const own = world.postgres.urlAt(world.postgres.port(), `restored_${Date.now()}`)
  const owner = new pg.Client({ connectionString: world.postgres.urlAt(world.postgres.port()) })
  await owner.connect()
  await owner.query(`create database ${new URL(own).pathname.slice(1)}`)
  await owner.end()
  const elsewhere = { DATABASE_URL: own, STORAGE_URL: `file://${to}/files`, DATA_DIR: `${to}/data` }
  const restored = await run(['restore', join(to, name)], elsewhere)
  const rebuilt = await run(['rebuild'], elsewhere)
  const verified = await run(['verify'], elsewhere)
  count(note, 'backups restored')
  for (const [what, { code, stdout, stderr }] of Object.entries({ restored, rebuilt, verified }))
    if (code !== 0) note.violations.push(`F13: ${what} ended with ${code}: ${stdout}${stderr}`.slice(0, 2_000))
}
