import type { Pool } from 'pg'
import { type SheetImports, sheetImports } from '../commands/sheets/import.ts'
import type { CheckParts } from '../commands/sheets/check.ts'
import type { Jobs } from '../commands/jobs/jobs.ts'
import type { KeyFor } from '../platform/purpose-keys.ts'
import { sheetReader } from '../platform/sheets/sheet-reader.ts'
import { calledRecords, sheetRows } from '../projections/sheet.ts'

type Parts = Omit<CheckParts, 'called' | 'textsOf'> & {
  pool: Pool
  keyFor: KeyFor
  jobs: Pick<Jobs, 'start' | 'decisions' | 'forgetAll'>
  /** Waits until the read models know what is in the log. */
  caughtUp: () => Promise<void>
}

/** Imports, and the thread that reads their files. */
export const openSheets = ({
  keyFor,
  caughtUp,
  ...parts
}: Parts): { imports: SheetImports; close(): Promise<void> } => {
  const reader = sheetReader()
  const known = new Map(parts.resources.map((resource) => [resource.name, resource]))
  const imports = sheetImports({
    ...parts,
    key: keyFor('sheets'),
    reader,
    called: async (resource, labels) => {
      await caughtUp()
      return calledRecords(parts.pool, resource, labels)
    },
    textsOf: async (resource, mode, ids) => {
      await caughtUp()
      return sheetRows(parts.pool, resource, mode, ids, known)
    },
  })
  return { imports, close: reader.close }
}
