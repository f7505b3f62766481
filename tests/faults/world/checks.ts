import { readFileSync } from 'node:fs'
import { vi } from 'vitest'
import { resources } from '../../../domain/catalog.ts'
import { readSchema } from '../../../projections/schema.ts'
import { command } from '../invariants.ts'
import { type Entry, settle } from '../load.ts'
import { count, type Mix } from '../mix.ts'
import type { History } from './history.ts'
import type { World } from './world.ts'

/** What is known of all rounds so far. */
export type Known = {
  history: History
  ledger: Map<string, Entry>
  commandsOf: Map<string, readonly string[]>
  requests: number
}

const loaded = ['category', 'post', 'employee', 'menubar', 'file']
const patient = { timeout: 90_000, interval: 250 }
const memoryBound = 700 * 2 ** 20
const brief = ({ key, method, path, outcome, status }: Entry) => `${method} ${path} ${outcome} ${status} (${key})`

const isRequest = (path: string) => path.endsWith('/request_stationery')

// A call that makes several records has a key for each, which begins with its own; what is uploaded has a command of its own.
const learn = async ({ history, commandsOf }: Known, keys: readonly string[]) => {
  const { rows } = await history.pool.query<{ key: string; commands: string[] }>(
    `select left(key, 36) as key, array_agg(command_id::text) || array_agg(distinct file_command::text) as commands
     from command.answered left join command.picture using (command_id) where left(key, 36) = any($1) group by 1`,
    [keys],
  )
  for (const { key, commands } of rows) commandsOf.set(key, commands)
}

const eventsOf = ({ history, commandsOf }: Known, key: string) =>
  (commandsOf.get(key) ?? []).flatMap((command) => history.eventsOf(command))

/** Of commands without an answer: how many had their events before they were sent again. */
const committedUnanswered = async (known: Known, entries: readonly Entry[]): Promise<number> => {
  await learn(
    known,
    entries.map(({ key }) => key),
  )
  await known.history.readOn()
  return entries.filter(({ key }) => eventsOf(known, key).length > 0).length
}

/** V1, V2: each command once, and no event of a command that was refused or that nobody sent. */
const durability = async (known: Known, keys: readonly string[]): Promise<string[]> => {
  const { history, ledger, commandsOf } = known
  await learn(known, keys)
  const wrong = await history.readOn()
  const answered = new Set([...commandsOf.values()].flat())
  for (const entry of ledger.values()) {
    const events = eventsOf(known, entry.key)
    if (entry.outcome === 'unknown') wrong.push(`V1: never settled: ${brief(entry)}`)
    if (entry.outcome === 'ok' && entry.makes === 'once' && events.length === 0)
      wrong.push(`V1: acknowledged and not in the log: ${brief(entry)}`)
    if (entry.outcome === 'fail' && events.length > 0) wrong.push(`V1: refused, and in the log: ${brief(entry)}`)
    if (new Set(events).size !== events.length) wrong.push(`V1: in the log twice: ${brief(entry)} ${events.join(', ')}`)
  }
  for (const commandId of history.commandsOn(loaded))
    if (!answered.has(commandId))
      wrong.push(`V1: nobody was told of ${commandId}: ${history.eventsOf(commandId).join(', ')}`)
  return wrong
}

/** V4: what must be unique is, and what is reserved has an owner. */
const uniques = async ({ history: { pool, has } }: Known): Promise<string[]> => {
  const { name } = readSchema(resources)
  const twice = async (table: string, column: string) => {
    const { rows } = await pool.query<{ value: string }>(
      `select lower(${column}::text) as value from ${name}.${table}
       where status <> 'deleted' and ${column} is not null group by 1 having count(*) > 1`,
    )
    return rows.map(({ value }) => `V4: ${table}.${column} has ${value} more than once`)
  }
  await vi
    .waitUntil(
      async () => (await pool.query("select 1 from log.claim where state = 'reserved'")).rowCount === 0,
      patient,
    )
    .catch(() => undefined)
  const { rows } = await pool.query<{ scope: string; stream: string; state: string }>(
    'select scope, stream, state from log.claim',
  )
  return [
    ...(await twice('category', 'slug')),
    ...(await twice('post', 'slug')),
    ...(await twice('employee', 'email')),
    ...(await twice('employee', 'employee_number')),
    ...rows
      .filter(({ stream, state }) => state === 'reserved' || !has(stream))
      .map(({ scope, stream, state }) => `V4: a claim on ${scope} is ${state} for ${stream}, which is not in the log`),
  ]
}

/** The acknowledged requests of which no mail came, by the id that ends their number (W6). */
const untold = ({ ledger }: Known, numbers: ReadonlyMap<string, unknown>): string[] => {
  const told = new Set([...numbers.keys()].map((number) => Number(number.split('-').at(-1))))
  return [...ledger.values()].flatMap(({ path, outcome, id, key }) =>
    isRequest(path) && outcome === 'ok' && id !== null && !told.has(id)
      ? [`V7: no mail of request ${id} (${key})`]
      : [],
  )
}

/** V7: each request that was acknowledged is told by mail; twice at most where a process, or a connection, broke. */
const mails = async ({ world, admin, employee }: Mix, known: Known): Promise<string[]> => {
  const { pool } = known.history
  const [node] = world.nodes
  await admin.on(node).call('POST', '/api/utility/mail/resend', {})
  // A consumer whose connection broke is a while behind, and what it has not read is not in the outbox.
  const behind = 'select 1 from consumer.checkpoint where position < $1'
  const isRead = await vi
    .waitUntil(async () => (await pool.query(behind, [known.history.position()])).rowCount === 0, patient)
    .catch(() => false)
  const waiting = "select 1 from mail.outbox where state in ('queued', 'sending', 'failed') and kind <> 'code'"
  const isEmpty = await vi.waitUntil(async () => (await pool.query(waiting)).rowCount === 0, patient).catch(() => false)
  const numbers = new Map<string, string[]>()
  for (const { source, to, messageId } of world.mail.received()) {
    const number = /^Subject: .*?([A-Z]{3}-\d{4}-\d{4})/m.exec(source)?.[1]
    if (number && to.includes(employee.account.email)) numbers.set(number, [...(numbers.get(number) ?? []), messageId])
  }
  return [
    ...(isRead ? [] : ['V7: a consumer is behind the log']),
    ...(isEmpty ? [] : ['V7: mails still wait']),
    ...(numbers.size < known.requests ? [`V7: ${known.requests} requests and mails of ${numbers.size}`] : []),
    ...untold(known, numbers),
    ...[...numbers].filter(([, ids]) => new Set(ids).size > 1).map(([number]) => `V7: two mails of ${number}`),
  ]
}

/** V3: both servers show the same. */
const sameOnBoth = async ({ world, admin }: Mix): Promise<string[]> => {
  const paths = ['/api/category?per_page=100', '/api/post?per_page=100', '/api/utility/menubar_data']
  const differing: string[] = []
  for (const path of paths) {
    const [one, other] = await Promise.all(
      world.nodes.map(async (node) => JSON.stringify((await admin.on(node).call('GET', path)).body)),
    )
    if (one !== other) differing.push(`V3: the servers differ in ${path}`)
  }
  return differing
}

const residentBytes = (pid: number | undefined): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1_024

/** V10: nothing that nobody caught, and no memory that stays. */
const processes = (world: World): string[] =>
  world.nodes.flatMap((node) => {
    const { process } = node.running()
    return [
      ...(process.exitCode === null ? [] : [`V10: server ${node.name} ended with ${process.exitCode}`]),
      ...(/nobody caught|unhandled/i.test(node.output())
        ? [`V10: server ${node.name} met an error that nobody caught`]
        : []),
      ...(residentBytes(process.pid) < memoryBound
        ? []
        : [`V10: server ${node.name} holds ${residentBytes(process.pid)} bytes`]),
    ]
  })

/** V2, V3, V6, V9: the program's own verification of log, read models, trail and files. */
const verified = async (world: World): Promise<string[]> => {
  const { code, stdout, stderr } = await command(world.folder, ['verify'], world.environment)
  return code === 0 ? [] : [`V3: verify says ${code}: ${`${stdout}${stderr}`.slice(-2_000)}`]
}

/** Keeps what is known of a command: of calls with one key that were answered, all have to say the same. */
const keep = (ledger: Map<string, Entry>, entry: Entry): string[] => {
  const before = ledger.get(entry.key)
  if (before?.outcome !== 'ok') ledger.set(entry.key, entry)
  if (before?.outcome !== 'ok' || entry.outcome !== 'ok' || before.id === entry.id) return []
  return [`F6: one key was answered with ${before.id} and ${entry.id}: ${brief(entry)}`]
}

/** All that has to hold once everything is well again: settles what is unknown, and answers what does not hold. */
export const violations = async (mix: Mix, known: Known, entries: readonly Entry[]): Promise<string[]> => {
  const { world, admin, employee, note } = mix
  const contradictions = entries.flatMap((entry) => keep(known.ledger, entry))
  const unknown = [...known.ledger.values()].filter(({ outcome }) => outcome === 'unknown')
  count(note, 'unknown', unknown.length)
  count(note, 'committed unanswered', await committedUnanswered(known, unknown))
  // Keys are those of their person.
  for (const [person, isTheirs] of [
    [employee, true],
    [admin, false],
  ] as const) {
    const theirs = unknown.filter(({ path }) => isRequest(path) === isTheirs)
    for (const entry of await settle(person.on(world.nodes[1]), theirs)) known.ledger.set(entry.key, entry)
  }
  const acknowledged = [...known.ledger.values()].filter(({ outcome }) => outcome === 'ok')
  known.requests = acknowledged.filter(({ path }) => isRequest(path)).length
  return [
    ...contradictions,
    ...(await durability(known, [...new Set(entries.map(({ key }) => key))])),
    ...(await uniques(known)),
    ...(await mails(mix, known)),
    ...(await verified(world)),
    ...(await sameOnBoth(mix)),
    ...processes(world),
  ]
}
