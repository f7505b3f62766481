import type { Pool } from 'pg'
import { type SheetImports, sheetImports } from '../commands/sheets/import.ts'
import type { CheckParts } from '../commands/sheets/check.ts'
import type { Jobs } from '../commands/jobs/jobs.ts'
import { deriveKey } from '../platform/keys.ts'
import { sheetReader } from '../platform/sheets/sheet-reader.ts'
import { calledRecords } from '../projections/sheet.ts'

type Parts = Omit<CheckParts, 'called'> & {
  pool: Pool
  masterKey: Uint8Array
  jobs: Pick<Jobs, 'start' | 'decisions' | 'forgetAll'>
  /** Waits until the read models know what is in the log. */
  caughtUp: () => Promise<void>
}

/** Imports, and the thread that reads their files. */
export const openSheets = ({
  masterKey,
  caughtUp,
  ...parts
}: Parts): { imports: SheetImports; close(): Promise<void> } => {
  const reader = sheetReader()
  const imports = sheetImports({
    ...parts,
    key: deriveKey(masterKey, 'sheets'),
    reader,
    called: async (resource, labels) => {
      await caughtUp()
      return calledRecords(parts.pool, resource, labels)
    },
  })
  return { imports, close: reader.close }
}
