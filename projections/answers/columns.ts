import { remembered } from '../../platform/remembered.ts'
import { tellsAuthor } from '../../domain/filters.ts'
import { isDated } from '../../domain/publishing.ts'
import type { Resource } from '../../domain/resource.ts'
import { liveIdSql } from '../live.ts'
import { countColumns } from './counts.ts'
import { namesOf } from '../record-columns.ts'
import { actorNameSql, authorNameSql, quote } from '../sql.ts'
import { answerKinds, flagJson, type Member, momentJson, plainJson, textJson } from './kinds.ts'

type Resources = ReadonlyMap<string, Resource>

/** A record of `t` as the text of a JSON object, and what that reads beside `t`. `names` are all that it holds. */
export type AnswerColumns = { json: string; joins: string; names: readonly string[] }

const base = (resource: Resource, which: 'list' | 'whole'): Member[] => [
  { name: 'id', json: plainJson('t.id') },
  ...(resource.slug === undefined ? [] : [{ name: 'slug', json: textJson('t.slug') }]),
  { name: 'version', json: plainJson('t.version') },
  { name: 'created_at', json: momentJson('t.created_at') },
  ...(isDated(resource) ? [{ name: 'published_at', json: momentJson('t.published_at') }] : []),
  ...(which === 'list' && tellsAuthor(resource) ? [{ name: 'created_by', json: textJson(authorNameSql) }] : []),
  { name: 'changed_at', json: momentJson('t.changed_at') },
  { name: 'changed_by', json: textJson(actorNameSql('t.changed_by_type', 't.changed_by_id')) },
  { name: 'deletedAt', json: `case when t.status = 'active' then 'null' else ${momentJson('t.changed_at')} end` },
  { name: 'label', json: textJson('t.label') },
]

const ofFields = (resource: Resource, resources: Resources, names: readonly string[]) => {
  const found: { members: Member[]; join: string }[] = []
  for (const [index, name] of names.entries()) {
    const field = resource.fields[name]
    const kind = field && answerKinds[field.kind]
    if (!kind) return null
    const asked = { name, field, column: `t.${quote(name)}`, alias: `j${index}` }
    const target = field.references ? resources.get(field.references) : undefined
    if (kind.join && !target) return null
    found.push({ members: kind.members(asked), join: kind.join && target ? kind.join(asked, target) : '' })
  }
  return found
}

const objectOf = (members: readonly Member[]): string => {
  const parts = members.map(
    ({ name, json }, index) => `'${index === 0 ? '{' : ','}${JSON.stringify(name).replaceAll("'", "''")}:', ${json}`,
  )
  // A function takes a hundred arguments at most.
  const chunks = Array.from({ length: Math.ceil(parts.length / 40) }, (_, at) => parts.slice(at * 40, at * 40 + 40))
  return `${chunks.map((chunk) => `concat(${chunk.join(', ')})`).join(' || ')} || '}'`
}

/** `chosen` are the names that are asked for; null for all. What no other name reads is not joined. */
const build = (
  resource: Resource,
  resources: Resources,
  which: 'list' | 'whole',
  chosen: readonly string[] | null = null,
): AnswerColumns | null => {
  const isChosen = ({ name }: Member) => chosen === null || chosen.includes(name)
  const all = ofFields(resource, resources, namesOf(resource, which))
  if (!all) return null
  const fields = all.filter((field) => field.members.some(isChosen))
  const live = liveIdSql(resource)
  const counts = which === 'list' ? countColumns(resource, resources) : []
  const members = [
    ...base(resource, which),
    ...fields.flatMap((field) => field.members),
    ...(live === null ? [] : [{ name: 'isLive', json: flagJson(`t.id = ${live}`) }]),
    ...counts.map(({ name, sql }) => ({ name, json: plainJson(sql) })),
  ].filter(isChosen)
  const joins = fields.map(({ join }) => join).filter(Boolean)
  return { json: objectOf(members), joins: joins.join(' '), names: members.map(({ name }) => name) }
}

const of = remembered((resources: Resources) =>
  remembered((resource: Resource) => ({
    list: build(resource, resources, 'list'),
    whole: build(resource, resources, 'whole'),
    some: new Map<string, AnswerColumns | null>(),
  })),
)

// Anybody may ask for any of them in any number of ways.
const mostChoices = 50

/** How the database answers a record of a list or a whole one, or of it what is chosen; null where it holds what the database does not make. */
export const answerColumns = (
  resource: Resource,
  resources: Resources,
  which: 'list' | 'whole',
  chosen: readonly string[] | null = null,
): AnswerColumns | null => {
  const { some, ...known } = of(resources)(resource)
  if (chosen === null) return known[which]
  const key = `${which} ${chosen.join()}`
  const columns = some.get(key) ?? build(resource, resources, which, chosen)
  if (some.size >= mostChoices) some.clear()
  some.set(key, columns)
  return columns
}
