import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { type Actor, streamOf } from '../../domain/event.ts'
import { Rejected } from '../../domain/rejected.ts'
import type { Resource } from '../../domain/resource.ts'
import { type Matched, matchHeading } from '../../domain/sheets/heading.ts'
import type { SheetReader } from '../../platform/sheets/sheet-reader.ts'
import { authorise } from '../authorise.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { NewJob } from '../jobs/job.ts'
import { type Asked, type CheckParts, sheetChecker } from './check.ts'
import { keptSheets, type Kept } from './kept.ts'
import type { Row, RowProblem } from './row.ts'

type Parts = CheckParts & {
  pool: Pool
  /** Seals what rows hold while they wait: 32 bytes, for this purpose alone. */
  key: Uint8Array
  reader: SheetReader
  jobs: Pick<Jobs, 'start' | 'decisions' | 'forgetAll'>
}

export type Choice = {
  /** Every row or none, or the ones that can be taken. */
  rows: 'all' | 'valid'
  /** Whether what the rows do is followed by mail to whom it concerns. */
  isSilent: boolean
}

/** Every problem, by row and then by column. */
const inPlace = ({ columns }: Matched, rows: readonly Row[]): RowProblem[] => {
  const order = [...columns.values()]
  const placeOf = ({ column }: RowProblem) => (column === null ? -1 : order.indexOf(column))
  return rows
    .flatMap((row) => row.problems)
    .toSorted((one, other) => one.row - other.row || placeOf(one) - placeOf(other))
}

const noCheck = () => new Rejected('There is no such check any more. Please choose the file again.', 'missing')

/** Spreadsheets as jobs: checked and kept, then started by the id of the check; taken back as any other job is. */
export const sheetImports = ({ pool, key, reader, jobs, ...parts }: Parts) => {
  const check = sheetChecker(parts)
  const kept = keptSheets(pool, key)

  const itemOf = (resource: Resource, { verb, record, sent }: Row): NewJob['items'][number] => ({
    resource: resource.name,
    verb,
    record,
    sent,
    version: null,
    since: null,
  })

  return {
    /** Reads a file and finds out what each row would do. @throws BadUpload, Rejected for what is about the file as a whole */
    check: async (
      resource: Resource,
      path: string,
      mode: string | undefined,
      asked: Asked & { actor: Actor },
    ): Promise<Kept> => {
      if (!resource.sheets)
        throw new Rejected('There are no spreadsheets of {plural}.', 'missing', { values: { plural: resource.plural } })
      const sheet = await reader.read(path)
      const matched = matchHeading(resource, resource.sheets, sheet.heading, mode)
      // Not one row after the other: who may do none of it is told so at once.
      const { actor, perms } = asked
      authorise({ resource, verb: matched.mode.verb, actor, perms, commandId: '' })
      const { rows, found, ...counts } = await check(resource, matched, sheet, asked)
      const good = rows.filter(({ problems }) => problems.length === 0)
      const problems = inPlace(matched, rows)
      const report = { mode: matched.name, total: rows.length, ...counts, problems }
      const id = randomUUID()
      const items = good.map((row) => itemOf(resource, row))
      const numbers = good.map(({ number }) => number)
      await kept.keep(streamOf(actor.type, actor.id), { id, resource: resource.name, rows: numbers, report, items })
      // Whoever confirms soon does not wait until the same is decided again.
      const decided = good.flatMap((row, index) => {
        const decision = found.get(row)?.decision
        return decision ? [[index, decision] as const] : []
      })
      jobs.decisions.keep(id, perms, decided)
      return { ...report, id, resource: resource.name, isStarted: false }
    },

    /** Starts what was checked, once however often it is asked for. @throws Rejected when rows were refused and all are wanted */
    start: async (asked: Asked, id: string, { rows, isSilent }: Choice, correlationId: string): Promise<Kept> => {
      const { actor } = asked
      const found = await kept.find(streamOf(actor.type, actor.id), id)
      if (!found) throw noCheck()
      if (found.items === null) return found
      const of = parts.resources.find(({ name }) => name === found.resource)
      const mode = of?.sheets?.modes?.[found.mode]
      // The file may have been checked while more was allowed.
      if (of && mode) authorise({ resource: of, verb: mode.verb, ...asked, commandId: '' })
      if (rows === 'all' && found.refused > 0)
        throw new Rejected('{count} rows cannot be taken, so none was.', 'validation', {
          values: { count: found.refused },
        })
      if (found.items.length === 0) throw new Rejected('There is no row that can be taken.')
      const { resource, items } = found
      const job = { id, actor, verb: 'import', resource, items, isAtomic: rows === 'all', isSilent, correlationId }
      await jobs.start({ ...job, turn: 'import' })
      await kept.markStarted(id, found.rows)
      return { ...found, isStarted: true }
    },

    find: async (actor: Actor, id: string): Promise<Kept> => {
      const found = await kept.find(streamOf(actor.type, actor.id), id)
      if (!found) throw noCheck()
      const { items: _, rows: __, ...report } = found
      if (!report.isStarted) return report
      const refused = await kept.refusedRows(id)
      return { ...report, problems: refused.map((one) => ({ ...one, column: null })) }
    },

    sweep: kept.sweep,
    /** Forgets every file that waits for its confirmation: somebody in it may have been erased. */
    forgetAll: async (): Promise<void> => {
      jobs.forgetAll()
      await kept.forgetAll()
    },
  }
}

export type SheetImports = ReturnType<typeof sheetImports>
