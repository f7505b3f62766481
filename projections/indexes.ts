import { listedField } from '../domain/filters.ts'
import { activeWith } from '../domain/portal/declaration.ts'
import type { Resource } from '../domain/resource.ts'
import { filterIndex } from './filters.ts'
import { foldedColumn } from './kinds.ts'
import { orderOf } from './order.ts'
import { quote } from './sql.ts'
import { gatheredWords } from './table.ts'

// What became unread again by an answer (projections/inbox/unread.ts).
const answered = ['(changed_at) where heard > 0']

/** What the records of a resource are looked up by besides what follows from its declaration. */
const ownIndexes: Readonly<Record<string, readonly string[]>> = {
  // By their address, by their bytes, and by who made them (the quota).
  file: ['("key")', '("hash")', '(created_by_type, created_by_id)'],
  request: answered,
  job_application: answered,
  // Who has read a post, and whether somebody has.
  receipt: ['(post, round, author)'],
  // How many like a post, and whether one does.
  reaction: [`(post, author, id) where status = 'active'`],
  // The newest comments of a post, the answers to each, and how many are shown.
  comment: [
    '(post, id) where answer_to is null',
    '(answer_to, id) where answer_to is not null',
    `(post) where stage = 'shown'`,
  ],
  // What waits, what came back to somebody, and who proposed what an event tells.
  review: [`(stage, changed_at, id) where stage = 'waiting' or stage = 'sent_back'`, '(cause)'],
  remark: ['(review)'],
  // Groups of the directory, whom nobody leads in the chart, and what selects offer first: each in its order, so that a page of many reads a page.
  employee: [
    `(title, fullname, id, "position") where status = 'active'`,
    `(division, title, fullname, id, "position") where status = 'active'`,
    `(departement, title, fullname, id, "position") where status = 'active'`,
    `(title, label, id, "position") where "empSuper" = '[]' and status <> 'deleted'`,
    `(lower(label), id, "position") where status = 'active'`,
    `(id) where status = 'inactive' or status = 'deleted'`,
  ],
}

/** Indexes of what employees read: the list by age, its filters, and the record that is live. */
const portalIndexes = (resource: Resource): string[] => {
  const { portal, live, order } = resource
  const filters = (portal?.filters ?? []).map((name) => quote(name))
  const read = activeWith(resource).slice(0, 1)
  return [
    ...(live === undefined || live === 'id'
      ? []
      : [`(${quote(live)}, id, "position") where status = 'active' and ${quote(live)} is not null`]),
    ...(portal
      ? [
          `(${order === undefined ? 'created_at' : quote(order)}, id, "position")${read.length === 0 ? '' : ` include (${read.map((name) => quote(name)).join(', ')})`} where status = 'active'`,
        ]
      : []),
    ...filters.map((name) => `(${name}, created_at, id, "position") where status = 'active'`),
  ]
}

// A list has nothing of what belongs to a person, of which there may be many times as much.
const unowned = (index: string, owner: string): string =>
  `${index}${index.includes(' where ') ? ' and' : ' where'} ${quote(owner)} = ''`

/** The indexes of a resource's read table: what its lists are ordered and filtered by, what employees read, and its own. */
export const indexesOf = (resource: Resource): string[] => {
  const references = Object.entries(resource.fields).flatMap(([name, field]) =>
    field.kind === 'reference' ? [name] : [],
  )
  const filters = [...new Set([...(resource.list.filters ?? []), ...references, ...(resource.list.sortable ?? [])])]
  const ofList = [
    `(${orderOf(resource)}, "position") where status <> 'deleted'`,
    '(status, id, "position")',
    ...filters.flatMap((name) => {
      const field = name === 'unread' ? undefined : listedField(resource, name)
      if (name === 'label') return [`("label", id, "position") where status <> 'deleted'`]
      return field ? [filterIndex(name, field)] : []
    }),
  ]
  return [
    ...ofList.map((index) => (resource.owner === undefined ? index : unowned(index, resource.owner))),
    ...resource.unique.map((name) => `(${quote(foldedColumn(name))})`),
    ...(ownIndexes[resource.name] ?? []),
    ...(resource.slug ? ['(slug)', 'using gin (slugs) with (fastupdate = off)'] : []),
    ...(resource.list.search.length > 0 ? [`using gin (keyword gin_trgm_ops) ${gatheredWords}`] : []),
    ...portalIndexes(resource),
  ]
}
