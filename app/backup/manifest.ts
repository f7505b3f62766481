import { z } from 'zod'

/** A backup cannot be made, or cannot be used as it is. The message is one sentence for whoever runs the command. */
export class BackupRefused extends Error {
  override name = 'BackupRefused'
}

const partSchema = z.object({ bytes: z.number().int(), sha256: z.string() })

/** What a backup holds; the last part of its archive. */
export const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  /** The name of the log. */
  origin: z.string(),
  /** The position of the newest event; null for an empty log. */
  position: z.string().nullable(),
  /** Ids of the migrations that made the tables, in order. */
  migrations: z.array(z.string()),
  /** In the order in which they are filled again. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number().int() })),
  sequences: z.record(z.string(), z.string().nullable()),
  files: z.number().int(),
  /** Every other part of the archive. */
  parts: z.record(z.string(), partSchema),
})

export type Manifest = z.infer<typeof manifestSchema>

export const manifestName = 'manifest.json'
export const partOfTable = (name: string): string => `database/${name}.copy`
export const partOfFile = (hash: string): string => `files/${hash}`

const ending = '.atrium.zip'
const moment = /^atrium-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z\.atrium\.zip(?:\.age)?$/

/** The name of a backup that is made now; one that is encrypted ends in `.age`. */
export const nameOfBackup = (now: Date, isEncrypted: boolean): string =>
  `atrium-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z${ending}${isEncrypted ? '.age' : ''}`

/** When a backup of this name was made; null for another file. */
export const madeAtOf = (name: string): Date | null => {
  const [, day, hour, minute, second] = moment.exec(name) ?? []
  return day === undefined ? null : new Date(`${day}T${hour}:${minute}:${second}Z`)
}
