import { ownTargets } from '../../domain/fields/walk.ts'
import type { Resource } from '../../domain/resource.ts'
import { refuse, type Row } from './row.ts'

const circular = (resource: Resource) => ({
  id: 'This row and others below each other would lead back to this {record}',
  values: { record: resource.label.toLowerCase() },
})

/** What rows say of references that may not lead back, by record, and what the records that they lead to say today. */
const edgesOf = (resource: Resource, rows: readonly Row[], known: (id: number) => Promise<readonly number[]>) => {
  const said = new Map<number, readonly number[]>()
  for (const { record, sent } of rows)
    if (record !== null) {
      const names = Object.keys(resource.fields).filter((name) => resource.fields[name]?.isAcyclic)
      if (names.some((name) => Object.hasOwn(sent, name))) said.set(record, ownTargets(resource, sent))
    }
  return async (id: number) => {
    const found = said.get(id) ?? (await known(id))
    said.set(id, found)
    return found
  }
}

/**
 * How far each record is from the end of the references that lead on from it, within these rows; refuses rows that lead back.
 * @param known what a record points at that no row says anything of
 */
export const depths = async (
  resource: Resource,
  rows: readonly Row[],
  known: (id: number) => Promise<readonly number[]>,
): Promise<ReadonlyMap<number, number>> => {
  const edges = edgesOf(resource, rows, known)
  const found = new Map<number, number>()
  const circles = new Set<number>()
  for (const { record } of rows) {
    if (record === null) continue
    // Depth first without recursion: a chain may be as long as the file.
    const path: { id: number; left: number[]; depth: number }[] = []
    const open = new Set<number>()
    const enter = async (id: number) => {
      path.push({ id, left: [...(await edges(id))], depth: 0 })
      open.add(id)
    }
    if (!found.has(record)) await enter(record)
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      const next = at.left.pop()
      if (next === undefined) {
        found.set(at.id, at.depth)
        open.delete(at.id)
        path.pop()
        const above = path.at(-1)
        if (above) above.depth = Math.max(above.depth, at.depth + 1)
      } else if (open.has(next)) circles.add(at.id)
      else {
        const depth = found.get(next)
        if (depth === undefined) await enter(next)
        else at.depth = Math.max(at.depth, depth + 1)
      }
    }
  }
  for (const row of rows) if (row.record !== null && circles.has(row.record)) refuse(row, null, circular(resource))
  return found
}
