import { join } from 'node:path'
import type { Pool } from 'pg'
import { z } from 'zod'
import { makeFolder, readText, writeWhole } from '../../platform/small-file.ts'
import { BackupRefused } from './manifest.ts'

/** The name of the file beside the backups that says who was erased: no names, one line for each person. */
export const ledgerName = 'erasures.ndjson'

const lineSchema = z.object({
  subject: z.string().regex(/^(user|employee)-[1-9]\d*$/),
  /** The id of their first event: after a restore the log may give their number to somebody else. */
  first: z.uuid(),
  event: z.uuid(),
  actor: z.object({ type: z.enum(['user', 'employee']), id: z.number().int() }),
})

export type Erasure = z.infer<typeof lineSchema>

/** Who was erased, by a ledger. @throws BackupRefused for a line that is none */
export const readLedger = (path: string): readonly Erasure[] | null => {
  const text = readText(path)
  if (text === null) return null
  return text
    .split('\n')
    .filter(Boolean)
    .map((line, at) => {
      const parsed = (() => {
        try {
          return lineSchema.safeParse(JSON.parse(line))
        } catch {
          return null
        }
      })()
      if (parsed?.success) return parsed.data
      throw new BackupRefused(`Line ${at + 1} of the ledger of erasures is none: mend or replace the file.`)
    })
}

/** Adds to the ledger whom this database has erased; who stands there stays, so that it also holds what an older backup does not know. */
export const writeLedger = async (pool: Pool, folder: string): Promise<void> => {
  const path = join(folder, ledgerName)
  const { rows } = await pool.query(
    `select subject, log.event.id as first, event, actor
     from keys.erasure join log.event on stream = subject and revision = 0 order by begun_at, subject`,
  )
  const known = readLedger(path)
  const all = new Map((known ?? []).map((one) => [one.first, one]))
  const before = all.size
  for (const row of z.array(lineSchema).parse(rows)) if (!all.has(row.first)) all.set(row.first, row)
  if (known !== null && all.size === before) return
  makeFolder(folder)
  writeWhole(path, [...all.values()].map((one) => `${JSON.stringify(one)}\n`).join(''))
}
