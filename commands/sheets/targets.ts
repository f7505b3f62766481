import { comparableName } from '../../domain/comparable.ts'
import { splitStream } from '../../domain/event.ts'
import type { Field } from '../../domain/fields/field.ts'
import type { SheetColumn } from '../../domain/sheets/declaration.ts'
import { fieldOfColumn, type Matched } from '../../domain/sheets/heading.ts'
import type { Resource } from '../../domain/resource.ts'
import type { Log } from '../../event-store/log.ts'
import { claimOf } from '../claims.ts'
import { loadRecord } from '../record.ts'
import { refuse, type Row } from './row.ts'

export type Called = { id: number; label: string; isActive: boolean }

export type TargetParts = {
  log: Log
  claimKey: Uint8Array
  resources: readonly Resource[]
  /** The records of a resource that are called so, however it is written; Trash apart. */
  called(resource: Resource, labels: readonly string[]): Promise<readonly Called[]>
}

const noneCalled = 'There is no active {record} named {name}'
const manyCalled = 'There are several {plural} named {name}'
const noneBy = 'There is no {record} with the {label} {name}'

/** How cells name other records: by what they are called, or by a unique field of theirs (E7). */
export const targets = ({ log, claimKey, resources, called }: TargetParts) => {
  /** The ids of records that hold unique values, by the value as it is compared. The claims are asked, so nobody waits for a projection. */
  const holders = async (resource: Resource, field: string, values: readonly string[]) => {
    const scope = `${resource.name}.${field}`
    const distinct = [...new Set(values.map(comparableName))].filter((value) => value !== '')
    const found = await Promise.all(distinct.map((value) => log.store.holder(claimOf(claimKey, scope, value))))
    return new Map(
      found.flatMap((stream, index) =>
        stream === null ? [] : [[distinct[index] ?? '', Number(splitStream(stream).id)] as const],
      ),
    )
  }

  const targetOf = ({ references }: Field): Resource => {
    const target = resources.find(({ name }) => name === references)
    if (!target) throw new TypeError(`there is no resource ${references}`)
    return target
  }

  /** What a record holds already stays good under its name, also when that was put away since (E12). */
  const held = async (resource: Resource, row: Row, name: string, choices: readonly Called[]) => {
    if (row.verb !== 'edit' || row.record === null) return undefined
    const { state } = await loadRecord(log, resource, row.record)
    return choices.find(({ id }) => id === state.values[name])
  }

  const byLabel = async (resource: Resource, rows: readonly Row[], column: string, name: string, field: Field) => {
    const target = targetOf(field)
    const asked = [...new Set(rows.map(({ texts }) => texts[column] ?? '').filter(Boolean))]
    const known = new Map<string, Called[]>()
    for (const one of asked.length > 0 ? await called(target, asked) : []) {
      const key = comparableName(one.label)
      known.set(key, [...(known.get(key) ?? []), one])
    }
    for (const row of rows) {
      const text = row.texts[column]
      if (text === undefined) continue
      if (text === '') {
        if (row.verb !== 'create') row.sent[name] = null
        continue
      }
      const choices = known.get(comparableName(text)) ?? []
      const active = choices.filter(({ isActive }) => isActive)
      const one = active.length === 1 ? active[0] : await held(resource, row, name, choices)
      const values = { record: target.label.toLowerCase(), plural: target.plural, name: text.slice(0, 60) }
      if (one) row.sent[name] = one.id
      else refuse(row, column, { id: active.length > 1 ? manyCalled : noneCalled, values })
    }
  }

  const numbersIn = (text: string) => text.split(/[,;\s]+/).filter(Boolean)

  /** Also records that other rows are going to make. @param made their ids by the value as it is compared */
  const byUnique = async (
    rows: readonly Row[],
    { column, by, name, field }: { column: string; by: string; name: string; field: Field },
    made: ReadonlyMap<string, number>,
  ) => {
    const target = targetOf(field)
    const known = await holders(
      target,
      by,
      rows.flatMap(({ texts }) => numbersIn(texts[column] ?? '')),
    )
    for (const row of rows) {
      const text = row.texts[column]
      if (text === undefined || (text === '' && row.verb === 'create')) continue
      const ids: number[] = []
      for (const one of numbersIn(text)) {
        const id = known.get(comparableName(one)) ?? made.get(comparableName(one))
        const label = target.fields[by]?.label ?? by
        const values = { record: target.label.toLowerCase(), label: label.toLowerCase(), name: one.slice(0, 60) }
        if (id === undefined) refuse(row, column, { id: noneBy, values })
        else ids.push(id)
      }
      row.sent[name] = field.kind === 'references' ? [...new Set(ids)] : (ids[0] ?? null)
    }
  }

  /** Puts the ids that cells name into what rows send, and says of each row what is not there. */
  const resolve = async (
    resource: Resource,
    { mode, columns }: Matched,
    rows: readonly Row[],
    made: ReadonlyMap<string, number>,
  ): Promise<void> => {
    const pointing = [...columns.values()].flatMap((column): [string, SheetColumn, Field][] => {
      const declared = mode.columns[column]
      const field = declared && fieldOfColumn(resource, mode, column, declared)
      return field?.references === undefined || !declared ? [] : [[column, declared, field]]
    })
    for (const [column, { by, field: name = column }, field] of pointing) {
      if (by === undefined) await byLabel(resource, rows, column, name, field)
      else {
        const isOwn = field.references === resource.name && by === resource.sheets?.key
        await byUnique(rows, { column, by, name, field }, isOwn ? made : new Map())
      }
    }
  }

  return { holders, resolve }
}
