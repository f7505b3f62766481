import { randomBytes } from 'node:crypto'
import type { ClientBase } from 'pg'
import { openText, type SealedText, sealText } from './keys.ts'
import { type SealedColumn, unwrapKeys, wrapKey, wrappedKeys } from './purpose-keys.ts'

const rowsAtOnce = 2_000

type Row = { at: string; bound: string; sealed: SealedText }

export type Rotation = 'wrong key' | 'rotated before' | { sealed: number; unreadable: number }

type Progress = (sealed: number) => void

const resealed = (from: Uint8Array, to: Uint8Array, { bound, sealed }: Row): SealedText | null => {
  try {
    return sealText(to, openText(from, sealed, bound), bound)
  } catch {
    return null
  }
}

// By place in the table, so that no column needs an index for this; nobody else writes meanwhile.
const reseal = async (client: ClientBase, one: SealedColumn, from: Buffer, to: Buffer, onRows: Progress) => {
  const { table, column, bound } = one
  await client.query(
    `declare resealed cursor for select ctid::text as at, ${bound} as bound, ${column} as sealed from ${table} where ${column} is not null`,
  )
  let [count, unreadable] = [0, 0]
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${rowsAtOnce} from resealed`)
    if (rows.length === 0) break
    const renewed = rows.flatMap((row) => {
      const sealed = resealed(from, to, row)
      return sealed ? [{ at: row.at, sealed }] : []
    })
    await client.query(
      `update ${table} as kept set ${column} = renewed.sealed
       from json_to_recordset($1) as renewed (at text, sealed jsonb) where kept.ctid = renewed.at::tid`,
      [JSON.stringify(renewed)],
    )
    count += renewed.length
    unreadable += rows.length - renewed.length
    onRows(count)
  }
  await client.query('close resealed')
  return { count, unreadable }
}

/**
 * Seals everything that keys of a purpose seal with new keys, and wraps all keys with the new master key. Keys that only hash stay:
 * what they hashed is not kept. Runs in the transaction of `client`, so that all of it happens or nothing.
 * @param sealed every column that a key seals; what cannot be opened stays as it is and is counted
 */
export const rotateKeys = async (
  client: ClientBase,
  { present, next }: { present: Uint8Array; next: Uint8Array },
  columns: readonly SealedColumn[],
  onRows: Progress = () => {},
): Promise<Rotation> => {
  for (const table of ['keys.purpose', ...columns.map((one) => one.table)])
    await client.query(`lock table ${table} in access exclusive mode`)
  const rows = await wrappedKeys(client)
  const keys = unwrapKeys(present, rows)
  if (!keys) return unwrapKeys(next, rows) ? 'rotated before' : 'wrong key'
  let [total, unreadable] = [0, 0]
  for (const one of columns) {
    const [from, to] = [keys.get(one.purpose), randomBytes(32)]
    if (!from) continue
    const done = await reseal(client, one, from, to, (count) => onRows(total + count))
    keys.set(one.purpose, to)
    total += done.count
    unreadable += done.unreadable
  }
  const wrapped = [...keys].map(([purpose, key]) => ({ purpose, wrapped: wrapKey(next, purpose, key) }))
  await client.query(
    `update keys.purpose as kept set wrapped = renewed.wrapped, wrapped_at = clock_timestamp()
     from json_to_recordset($1) as renewed (purpose text, wrapped jsonb) where kept.purpose = renewed.purpose`,
    [JSON.stringify(wrapped)],
  )
  return { sealed: total, unreadable }
}
