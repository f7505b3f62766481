import { taken } from '../../domain/rejected.ts'
import type { Matched } from '../../domain/sheets/heading.ts'
import type { Resource } from '../../domain/resource.ts'
import { streamOf } from '../../domain/event.ts'
import type { Claim, EventStore } from '../../event-store/port.ts'
import { columnOf, refuse, type Row } from './row.ts'

/** What rows would claim. */
export type Claiming = ReadonlyMap<Row, { claims: readonly Claim[] }>

export const isTwice = '{label} is in row {row} as well.'

const fieldOf = ({ name, fields }: Resource, { scope }: Claim) => {
  const field = scope.slice(name.length + 1)
  return { field, label: fields[field]?.label ?? field }
}

/** Of rows that want the same unique value, and could have it, the later ones are refused. */
export const refuseTwice = (resource: Resource, matched: Matched, claiming: Claiming): void => {
  const first = new Map<string, number>()
  for (const [row, { claims }] of claiming) {
    if (row.problems.length > 0) continue
    for (const claim of claims) {
      const value = `${claim.scope} ${claim.key}`
      const other = first.get(value)
      if (other === undefined) {
        first.set(value, row.number)
        continue
      }
      const { field, label } = fieldOf(resource, claim)
      refuse(row, columnOf(matched, field), { id: isTwice, values: { label, row: other } })
    }
  }
}

/** Rows that want what another record holds are refused; the values of all of them are looked up together. */
export const refuseTaken = async (
  store: EventStore,
  resource: Resource,
  matched: Matched,
  claiming: Claiming,
): Promise<void> => {
  const wanted = [...claiming].flatMap(([row, { claims }]) => claims.map((claim) => ({ row, claim })))
  const holders = await Promise.all(wanted.map(({ claim }) => store.holder(claim)))
  for (const [index, { row, claim }] of wanted.entries()) {
    const stream = streamOf(resource.name, row.record ?? 0)
    if ((holders[index] ?? stream) === stream) continue
    const { field, label } = fieldOf(resource, claim)
    refuse(row, columnOf(matched, field), taken(field, label))
  }
}
