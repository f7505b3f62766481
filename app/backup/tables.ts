import type { ClientBase } from 'pg'

/** Tables of what ends when a database of before is put back. */
export const endedByRestore: readonly string[] = [
  // Sign-ins and codes: a restore signs everybody out, and no code works twice.
  'auth.sign_in',
  'auth.challenge',
  'auth.reset_token',
  'auth.recovery_code',
  'auth.sign_in_attempt',
  'auth.throttle',
  // Mails that waited would be sent a second time, or much too late.
  'mail.outbox',
  // Links that were given out: whoever restores knows nothing of those that were revoked since.
  'command.preview_link',
  // Answers that were kept for a day, uploads that were checked for an import, and packages whose files are not there.
  'command.answered',
  'command.sheet',
  'command.evidence',
]

/** Tables that no backup holds: what ends with a restore, what is derived from the rest, and what lives for minutes. */
export const leftOut: readonly string[] = [
  ...endedByRestore,
  // Derived from the log.
  'log.snapshot',
  'log.verification',
  // Of a log in EventStoreDB, which no backup of ours holds.
  'log.moved',
  'log.moved_place',
  // Made again where it is empty.
  'consumer.words',
  // What went wrong on the machine of before.
  'debug.entry',
  'debug.failure',
  // Which processes live.
  'debug.process',
]

/** A table with the columns that are copied: none that PostgreSQL computes. */
export type BackedUpTable = { name: string; columns: readonly string[] }

/** Schemas that hold what cannot be made again from the log. */
export const schemas = ['log', 'keys', 'command', 'auth', 'mail', 'debug', 'inbox', 'consumer'] as const

type Asking = Pick<ClientBase, 'query'>

const columnsOfTables = `
  select quote_ident(nspname) || '.' || quote_ident(relname) as name,
    array_agg(quote_ident(attname) order by attnum) filter (where attgenerated = '') as columns
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace join pg_attribute on attrelid = pg_class.oid
  where relkind in ('r', 'p') and nspname = any($1) and attnum > 0 and not attisdropped
  group by 1 order by 1`

const references = `
  select conrelid::regclass::text as name, confrelid::regclass::text as "refersTo" from pg_constraint where contype = 'f'`

/** Every table that a backup holds, each after those that it refers to. */
export const tablesOf = async (client: Asking): Promise<readonly BackedUpTable[]> => {
  const { rows: all } = await client.query<BackedUpTable>(columnsOfTables, [schemas])
  const { rows: edges } = await client.query<{ name: string; refersTo: string }>(references)
  const waiting = new Map(all.filter(({ name }) => !leftOut.includes(name)).map((table) => [table.name, table]))
  const ordered: BackedUpTable[] = []
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(({ name }) =>
      edges.every((edge) => edge.name !== name || edge.refersTo === name || !waiting.has(edge.refersTo)),
    )
    if (ready.length === 0) throw new Error(`tables refer to each other in a circle: ${[...waiting.keys()].join(', ')}`)
    for (const table of ready) waiting.delete(table.name)
    ordered.push(...ready)
  }
  return ordered
}

/** The sequences of these schemas and of ids of records, by name; null for one that was never drawn from. */
export const sequencesOf = async (client: Asking): Promise<Readonly<Record<string, string | null>>> => {
  const { rows } = await client.query<{ name: string; last: string | null }>(
    `select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name, last_value::text as last
     from pg_sequences where schemaname = any($1) order by 1`,
    [[...schemas, 'sequence']],
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}
