import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import type { JsonObject } from '../domain/event.ts'
import type { Fields } from '../domain/fields/values.ts'
import { picking } from '../domain/fields/walk.ts'
import { openText, type SealedText, sealText } from '../platform/keys.ts'

/** Values that can be written and never read back, each under a name that events hold in its place. */
export type Secrets = {
  keep(id: string, text: string): Promise<void>
  /** For what uses the value, such as the sender of mail; null when there is none. */
  open(id: string): Promise<string | null>
  forget(ids: readonly string[]): Promise<void>
}

/** Keeps nothing, for what is not written. */
export const keepNone: Secrets = { keep: async () => undefined, open: async () => null, forget: async () => undefined }

/** Secrets in a table of their own, encrypted. @param key 32 bytes, for this purpose alone */
export const secretTable = (pool: Pool, key: Uint8Array): Secrets => ({
  keep: async (id, text) => {
    await pool.query('insert into command.secret (id, sealed) values ($1, $2) on conflict (id) do nothing', [
      id,
      JSON.stringify(sealText(key, text, id)),
    ])
  },
  open: async (id) => {
    const { rows } = await pool.query<{ sealed: SealedText }>('select sealed from command.secret where id = $1', [id])
    return rows[0] ? openText(key, rows[0].sealed, id) : null
  },
  forget: async (ids) => {
    if (ids.length > 0) await pool.query('delete from command.secret where id = any($1::uuid[])', [ids])
  },
})

const secretFields = picking(({ kind }) => kind === 'secret')

/** Values with a name in place of each secret, kept first; empty leaves it, null takes it away. Each run of a command names its own: one that is refused forgets no other's. */
export const withSecretsKept = async (
  secrets: Secrets,
  fields: Fields,
  values: JsonObject,
): Promise<{ values: JsonObject; kept: string[] }> => {
  const named: JsonObject = { ...values }
  const kept: string[] = []
  for (const name of Object.keys(secretFields(fields))) {
    const value = values[name]
    if (value === undefined || value === null) continue
    delete named[name]
    if (typeof value !== 'string' || value === '') continue
    const id = randomUUID()
    await secrets.keep(id, value)
    named[name] = id
    kept.push(id)
  }
  return { values: named, kept }
}
