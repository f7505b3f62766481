import type { Pool } from 'pg'
import { searchableText } from '../../domain/comparable.ts'
import { erasedText, type Json, streamOf } from '../../domain/event.ts'
import { isJsonObject, wordsOf } from '../../domain/json.ts'
import { evolve, initialState } from '../../domain/evolve.ts'
import type { Resource } from '../../domain/resource.ts'
import type { Log } from '../../event-store/log.ts'

/**
 * What a person is known by wherever others wrote it down: `names` are whole names, addresses and numbers, that mean nobody else;
 * `texts` is everything personal that was ever said of them, also a first name.
 */
export type Locations = { names: readonly string[]; texts: readonly string[] }

const isNumber = (text: string) => /^[+\d][\d ()./-]{6,}$/.test(text)
const shortest = 4

const usable = (texts: Iterable<string>): string[] =>
  [...new Set(texts)].filter((text) => text !== erasedText && text.length >= shortest)

/** What a record of theirs says, or ever said. */
const saidBy = async (log: Log, resource: Resource, id: number, isTheirs: boolean) => {
  const [names, texts] = [new Set<string>(), new Set<string>()]
  let state = initialState(resource, id)
  for (const event of (await log.read(streamOf(resource.name, id))).events) {
    state = evolve(resource, state, event)
    for (const [name, { isPersonal, kind }] of Object.entries(resource.fields)) {
      const value = state.values[name]
      if (!isPersonal || typeof value !== 'string' || event.isErased) continue
      texts.add(value)
      if (isTheirs && (kind === 'email' || isNumber(value))) names.add(value)
    }
    if (isTheirs && !event.isErased)
      names.add(resource.recordLabel.map((name) => wordsOf(state.values[name])).join(' '))
  }
  return { names, texts }
}

/** What is known of a person before their key is destroyed. @param records theirs, their own first */
export const locationsOf = async (
  log: Log,
  records: readonly { resource: Resource; id: number }[],
): Promise<Locations> => {
  const said: Awaited<ReturnType<typeof saidBy>>[] = []
  for (const [index, { resource, id }] of records.entries())
    if (resource.author === undefined) said.push(await saidBy(log, resource, id, index === 0))
  return {
    names: usable(said.flatMap(({ names }) => [...names])),
    texts: usable(said.flatMap(({ texts }) => [...texts])),
  }
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Tells whether a text names the person: as a whole, and not within a longer word. */
export const naming = ({ names }: Pick<Locations, 'names'>): ((text: string) => boolean) => {
  if (names.length === 0) return () => false
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${names.map(escaped).join('|')})(?![\\p{L}\\p{N}])`, 'iu')
  return (text) => pattern.test(text)
}

const without = (texts: readonly string[], value: Json): Json => {
  if (typeof value === 'string') return texts.reduce((kept, text) => kept.replaceAll(text, erasedText), value)
  if (Array.isArray(value)) return value.map((one) => without(texts, one))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, without(texts, one)]))
}

// Answers that are kept for a retry, and why rows of a job were refused: the rest of each stays.
const quoting = [
  { table: 'command.answered', column: 'answer' },
  { table: 'command.job_item', column: 'message_values' },
]

/** Takes out of what others left behind whatever the person is known by: kept answers, reports of jobs, the debug log. */
export const clearLocations = async (pool: Pool, { texts }: Locations): Promise<void> => {
  if (texts.length === 0) return
  for (const { table, column } of quoting) {
    const { rows } = await pool.query<{ place: string; value: Json }>(
      `select ctid as place, ${column} as value from ${table}
       where exists (select from unnest($1::text[]) said where position(said in ${column}::text) > 0)`,
      [texts.map((text) => JSON.stringify(text).slice(1, -1))],
    )
    for (const { place, value } of rows)
      await pool.query(`update ${table} set ${column} = $2 where ctid = $1 and ${column} = $3`, [
        place,
        JSON.stringify(without(texts, value)),
        JSON.stringify(value),
      ])
  }
  // What the demo made goes by its name.
  await pool.query(
    `delete from command.answered where person like 'system-%' and exists (select from unnest($1::text[]) said where position(said in key) > 0)`,
    [texts],
  )
  // One by one, by the index over the keyword: together they would read the whole table.
  for (const text of texts.map(searchableText).filter((folded) => folded.length >= shortest))
    await pool.query('delete from debug.entry where keyword like $1', [`%${text.replace(/[\\%_]/g, '\\$&')}%`])
}
