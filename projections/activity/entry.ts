import type { Resource } from '../../domain/resource.ts'

/** A row of a feed: what happened when, and who did it. A page without entries has one row without an id. */
export type ActedRow = { id: string | null; at: Date; actor_type: string; actor_id: string; actor_name: string | null }

/** The same of an entry, under the wire's names. */
export type ActedEntry = { id: string; createdAt: string; userName: string | null; userType: string; userId: string }

/** The entries of a page. @param rest what else an entry says */
export const entriesOf = <R extends ActedRow, E>(rows: readonly R[], rest: (row: R) => E): (ActedEntry & E)[] =>
  rows.flatMap((row) => {
    const { id, at, actor_name: userName, actor_type: userType, actor_id: userId } = row
    return id === null ? [] : [{ id, createdAt: at.toISOString(), userName, userType, userId, ...rest(row) }]
  })

/** What people call fields of a resource; their names where it has none such. */
export const labelsOfFields = (resource: Resource | undefined, fields: readonly string[]): string[] =>
  fields.map((name) => resource?.fields[name]?.label ?? name)
