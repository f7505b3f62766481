import { randomUUID } from 'node:crypto'
import { comparableName } from '../../domain/comparable.ts'
import { type Actor, streamOf } from '../../domain/event.ts'
import { ownTargets } from '../../domain/fields/walk.ts'
import { Rejected } from '../../domain/rejected.ts'
import type { RecordState, Resource } from '../../domain/resource.ts'
import type { Matched } from '../../domain/sheets/heading.ts'
import { isAway } from '../../event-store/away.ts'
import type { Sheet } from '../../platform/sheets/sheet.ts'
import type { Claim } from '../../event-store/port.ts'
import type { Dispatch } from '../command.ts'
import type { Ids } from '../ids.ts'
import { beside } from '../jobs/beside.ts'
import { type Decision, decisionOf } from '../jobs/decisions.ts'
import { loadRecord } from '../record.ts'
import { isRefusal, messageOfRefusal } from '../refusal.ts'
import { changesOf, type RowChange, type TextsOf } from './changes.ts'
import { depths } from './order.ts'
import { columnOf, plainValues, refuse, type Row, rowsOf } from './row.ts'
import { type TargetParts, targets } from './targets.ts'
import { isTwice, refuseTaken, refuseTwice } from './unique.ts'

export type CheckParts = TargetParts & { dispatch: Dispatch; ids: Ids; textsOf: TextsOf }

/** `isUpdating`: rows that would make a record edit the one that has their key already (E9a). */
export type Asked = { actor: Actor; perms: readonly string[] | null; isUpdating?: boolean }

/** Rows in the order in which they can be done, and how many of them lead to what. */
export type Checked = {
  rows: readonly Row[]
  created: number
  changed: number
  unchanged: number
  refused: number
  /** What rows would change of records that exist. */
  changes: readonly RowChange[]
  /** What the commands of the rows would do. */
  found: ReadonlyMap<Row, Found>
}

type Found = {
  isChange: boolean
  /** Of an edit: the record before and after it. */
  edited: { before: RecordState; after: RecordState } | null
  claims: readonly Claim[]
  decision: Decision | null
}

/** `planned` are records at which rows may point: those that rows make, and those that are known to be there. */
type Among = { asked: Asked; planned: Set<string> }

const checkedAtOnce = 256
// Rows of edits are read from the log beside each other; those that make something wait for nobody.
const lanes = 64

const isKnown = '{label} exists already. Choose “Also update existing” to change what is there.'

/** Finds out what rows would do, by the very commands that would do it; nothing is written (E6, E9). */
export const sheetChecker = (parts: CheckParts) => {
  const { log, dispatch, ids, textsOf } = parts
  const { holders, resolve } = targets(parts)

  /** Gives each row its record: the one with its key, or one that is yet to be made. */
  const identify = async (resource: Resource, key: string, rows: readonly Row[], isUpdating: boolean) => {
    const known = await holders(
      resource,
      key,
      rows.map(({ texts }) => texts[key] ?? ''),
    )
    const label = resource.fields[key]?.label ?? key
    const first = new Map<string, number>()
    const fresh: Row[] = []
    for (const row of rows) {
      const text = row.texts[key] ?? ''
      const value = comparableName(text)
      const other = first.get(value)
      if (value === '') refuse(row, key, { id: '{label} is required', values: { label } })
      else if (other !== undefined) refuse(row, key, { id: isTwice, values: { label, row: other } })
      else first.set(value, row.number)
      row.record = known.get(value) ?? null
      const values = { record: resource.label.toLowerCase(), label: label.toLowerCase() }
      if (row.verb === 'create' && row.record !== null) {
        row.verb = 'edit'
        if (!isUpdating) refuse(row, key, { id: isKnown, values: { label } })
      } else if (row.verb === 'create') fresh.push(row)
      else if (row.record === null && value !== '')
        refuse(row, key, {
          id: 'There is no {record} with the {label} {name}',
          values: { ...values, name: text.slice(0, 60) },
        })
    }
    const drawn = await ids.many(resource, fresh.length)
    for (const [index, row] of fresh.entries()) row.record = drawn[index] ?? null
    return new Map(fresh.flatMap(({ record, texts }) => (record ? [[comparableName(texts[key] ?? ''), record]] : [])))
  }

  const refuseFor = (matched: Matched, row: Row, error: unknown): void => {
    const problems = error instanceof Rejected ? error.problems : []
    for (const problem of problems) {
      const column = columnOf(matched, problem.property)
      // What could not be read is not missing besides.
      if (!row.problems.some((known) => known.column === column)) refuse(row, column, problem)
    }
    const message = messageOfRefusal(error)
    if (problems.length === 0 && message) refuse(row, null, message)
  }

  /** What a row would lead to; null, with its problems said, when it cannot be. @throws what is no refusal */
  const tryRow = async (
    resource: Resource,
    matched: Matched,
    row: Row,
    { asked, planned }: Among,
  ): Promise<Found | null> => {
    const { verb, sent, record } = row
    try {
      const outcome = await dispatch({
        resource,
        verb,
        sent,
        actor: asked.actor,
        perms: asked.perms,
        ...(record === null ? {} : { id: record }),
        commandId: randomUUID(),
        isFirstTry: verb === 'create',
        isDryRun: true,
        planned,
        leavesClaims: true,
      })
      const { span, claims = [], before, state: after } = outcome
      const edited = verb === 'edit' && before ? { before, after } : null
      return { isChange: span !== null, edited, claims, decision: decisionOf(resource, outcome) }
    } catch (error) {
      if (!isRefusal(error) || isAway(error)) throw error
      refuseFor(matched, row, error)
      return null
    }
  }

  /** What each row would lead to that can be taken. The values of some rows are looked up while the next ones are decided. */
  const tryAll = async (resource: Resource, matched: Matched, rows: readonly Row[], among: Among) => {
    const key = resource.sheets?.key ?? ''
    const found = new Map<Row, Found>()
    let looking: Promise<void> = Promise.resolve()
    for (let from = 0; from < rows.length; from += checkedAtOnce) {
      const tried = new Map<Row, Found>()
      await beside(rows.slice(from, from + checkedAtOnce), lanes, async (row) => {
        // Without its record a row can lead to nothing; any other problem may have company.
        if (row.record === null || row.problems.some(({ column }) => column === null || column === key)) return
        const one = await tryRow(resource, matched, row, among)
        if (!one || row.problems.length > 0) return
        tried.set(row, one)
        found.set(row, one)
        for (const target of one.decision?.targets ?? []) among.planned.add(target)
      })
      await looking
      looking = refuseTaken(log.store, resource, matched, tried)
      looking.catch(() => {})
    }
    await looking
    return found
  }

  /** A row that points at one which cannot be taken cannot be taken either. */
  const refuseFollowers = (resource: Resource, rows: readonly Row[]) => {
    const refused = new Map(
      rows.flatMap((row) =>
        row.verb === 'create' && row.problems.length > 0 && row.record !== null ? [[row.record, row] as const] : [],
      ),
    )
    for (const row of rows) {
      if (row.problems.length > 0) continue
      const other = ownTargets(resource, row.sent).flatMap((id) => refused.get(id) ?? [])[0]
      if (!other) continue
      refuse(row, null, { id: 'Row {row}, which it points at, cannot be taken.', values: { row: other.number } })
      if (row.verb === 'create' && row.record !== null) refused.set(row.record, row)
    }
  }

  return async (resource: Resource, matched: Matched, sheet: Sheet, asked: Asked): Promise<Checked> => {
    const rows = rowsOf(sheet, matched)
    const key = resource.sheets?.key ?? ''
    const made = await identify(resource, key, rows, asked.isUpdating === true)
    for (const row of rows) {
      row.sent = plainValues(resource, matched, row)
      // The key is how the record was found.
      if (row.verb !== 'create') delete row.sent[key]
    }
    await resolve(resource, matched, rows, made)
    const pointedAt = async (id: number) => ownTargets(resource, (await loadRecord(log, resource, id)).state.values)
    const depth = await depths(resource, rows, pointedAt)
    const of = ({ verb, record }: Row) => (verb === 'create' ? (depth.get(record ?? 0) ?? 0) : Number.POSITIVE_INFINITY)
    // Whom others point at is made before them; rows stay in their order otherwise.
    const ordered = rows
      .map((row) => ({ row, at: of(row) }))
      .toSorted((one, other) => (one.at === other.at ? 0 : one.at - other.at))
    const inOrder = ordered.map(({ row }) => row)
    const planned = new Set([...made.values()].map((id) => streamOf(resource.name, id)))
    const found = await tryAll(resource, matched, inOrder, { asked, planned })
    refuseTwice(resource, matched, new Map([...found].toSorted(([one], [other]) => one.number - other.number)))
    refuseFollowers(resource, inOrder)
    const good = inOrder.filter(({ problems }) => problems.length === 0)
    const isChange = (row: Row) => found.get(row)?.isChange === true
    const edited = good.flatMap((row) => {
      const edited = isChange(row) ? found.get(row)?.edited : null
      return edited ? [{ row, ...edited }] : []
    })
    return {
      rows: inOrder,
      created: good.filter(({ verb }) => verb === 'create').length,
      changed: good.filter((row) => row.verb !== 'create' && isChange(row)).length,
      unchanged: good.filter((row) => row.verb !== 'create' && !isChange(row)).length,
      refused: inOrder.length - good.length,
      changes: await changesOf(
        resource,
        matched,
        edited.toSorted((one, other) => one.row.number - other.row.number),
        textsOf,
      ),
      found,
    }
  }
}
