import { gatheredCalls } from '../../platform/gathered-calls.ts'
import { remembered } from '../../platform/remembered.ts'
import type { Resource } from '../../domain/resource.ts'
import { findText } from '../find.ts'
import { type ListOptions, listPage } from '../list.ts'
import type { Reader } from '../reader.ts'
import type { Scope } from '../scope.ts'
import { isKeyOf, listName, preparedName, quote } from '../sql.ts'
import { sortOf } from '../order.ts'
import { answerColumns } from './columns.ts'

type Resources = ReadonlyMap<string, Resource>

/** The names of what the database answers of a record, in lists and alone; null where it does not make the answer. */
export const answerNames = (
  resource: Resource,
  resources: Resources,
): { list: readonly string[]; whole: readonly string[] } | null => {
  const [list, whole] = [answerColumns(resource, resources, 'list'), answerColumns(resource, resources, 'whole')]
  return list && whole && { list: list.names, whole: whole.names }
}

type Chosen = readonly string[] | null

const columnsOf = (resource: Resource, resources: Resources, which: 'list' | 'whole', chosen: Chosen = null) => {
  const columns = answerColumns(resource, resources, which, chosen)
  if (!columns) throw new Error(`the database does not make the answer of ${resource.name}`)
  return columns
}

const recordColumns = (resource: Resource, resources: Resources, chosen: Chosen = null) => {
  const { json, joins } = columnsOf(resource, resources, 'whole', chosen)
  return { columns: `t.version, ${json} as object`, joins }
}

/** One page of a list as the objects of a JSON array, without its brackets, and the total; in one statement. `chosen` are the names asked for, null for all. */
export const listAnswer = async (
  pool: Reader,
  resource: Resource,
  options: ListOptions,
  resources: Resources,
  chosen: Chosen = null,
): Promise<{ objects: string; total: number }> => {
  const { json, joins } = columnsOf(resource, resources, 'list', chosen)
  const ordered = new Set(['id', sortOf(resource, options.sort).column])
  const columns = `${[...ordered].map((name) => `t.${quote(name)}`).join(', ')}, ${json} as answer`
  const page = listPage(resource, options, resources, { columns, joins }, pool.isThen)
  const text = `select max(list_total) as total, string_agg(answer, ',') as objects from (${page.text}) page`
  const { rows } = await pool.query<{ total: number; objects: string | null }>({
    ...listName(text),
    text,
    values: page.values,
  })
  return { objects: rows[0]?.objects ?? '', total: Number(rows[0]?.total ?? 0) }
}

const keptBy = <Asked extends unknown[], T>(make: (...asked: Asked) => T): ((...asked: Asked) => T) => {
  const known = new Map<string, T>()
  return (...asked) => {
    const found = known.get(asked.join()) ?? make(...asked)
    known.set(asked.join(), found)
    return found
  }
}

type Answer = { version: number; object: string }

// So many records have to fit into memory.
const askedTogether = 32

// Behind an offset the key is a value to the planner, as it is when one record is asked for; behind a select it does not know how many there are.
const recordsText = remembered((resources: Resources) =>
  remembered((resource: Resource) => {
    const columns = recordColumns(resource, resources)
    return keptBy((isId: boolean, scope: Scope, isThen: boolean) => {
      const one = findText(resource, columns, isId, scope, isThen, 'asked.key')
      return `select asked.place::integer, found.* from unnest((select $1::text[])) with ordinality as asked (key, place)
        cross join lateral (${one} offset 0) found`
    })
  }),
)

/** What finds records that are asked for in one turn of the event loop by one statement: each statement wakes a process of the database. */
const gathered = (pool: Reader, resource: Resource, resources: Resources, isId: boolean, scope: Scope) => {
  const text = recordsText(resources)(resource)(isId, scope, pool.isThen === true)
  const name = preparedName('answer', resource.name, scope, isId ? 'id' : 'slug')
  return gatheredCalls(async (keys: readonly string[]): Promise<readonly { answer: Answer | null }[]> => {
    const { rows } = await pool.query<Answer & { place: number }>({ ...name, text, values: [keys] })
    const found = new Map(rows.map(({ place, ...answer }) => [place - 1, answer]))
    return keys.map((_, index) => ({ answer: found.get(index) ?? null }))
  }, askedTogether)
}

const gatheredBy = remembered((pool: Reader) =>
  remembered((resources: Resources) =>
    remembered((resource: Resource) =>
      keptBy((isId: boolean, scope: Scope) => gathered(pool, resource, resources, isId, scope)),
    ),
  ),
)

/** One record by id (digits) or slug as a JSON object, with its version; null when it is not there for this scope. */
export const recordAnswer = async (
  pool: Reader,
  resource: Resource,
  key: string,
  scope: Scope,
  resources: Resources,
  chosen: Chosen = null,
): Promise<Answer | null> => {
  if (!isKeyOf(resource, key)) return null
  const isId = /^\d+$/.test(key)
  if (chosen === null) return (await gatheredBy(pool)(resources)(resource)(isId, scope)(key)).answer
  const text = findText(resource, recordColumns(resource, resources, chosen), isId, scope, pool.isThen)
  const { rows } = await pool.query<Answer>({ text, values: [key] })
  return rows[0] ?? null
}
