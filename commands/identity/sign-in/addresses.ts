import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { keyedHex, openText, type SealedText, sealText } from '../../../platform/keys.ts'
import { networkOf } from '../../../platform/network.ts'

type Row = { month: string; sealed: SealedText }

const columns = "to_char(month, 'YYYY-MM') as month, sealed"
const keptMonths = 12
const length = 32

/**
 * Names for addresses that tell which sign-ins failed from the same one, and not which address that was (L1b): HMAC under a key of the month,
 * which is destroyed after a year. @param secret seals these keys, 32 bytes
 */
export const addressNames = (pool: Pool, secret: Uint8Array, now: () => Date) => {
  const known = new Map<string, Buffer>()

  const opened = ({ month, sealed }: Row): Buffer => {
    const key = Buffer.from(openText(secret, sealed, month), 'base64url')
    known.set(month, key)
    return key
  }

  const keyOf = async (month: string): Promise<Buffer | null> => {
    const kept = known.get(month)
    if (kept) return kept
    const made = sealText(secret, randomBytes(32).toString('base64url'), month)
    await pool.query(
      `insert into auth.address_key (month, sealed) values (to_date($1, 'YYYY-MM'), $2) on conflict do nothing`,
      [month, JSON.stringify(made)],
    )
    const text = `select ${columns} from auth.address_key where month = to_date($1, 'YYYY-MM')`
    const [row] = (await pool.query<Row>(text, [month])).rows
    return row ? opened(row) : null
  }

  const nameBy = (key: Buffer, address: string): string => keyedHex(key, networkOf(address)).slice(0, length)

  return {
    /** The name of an address in this month; empty where it cannot be told, since no sign-in may fail for that. */
    nameOf: async (address: string): Promise<string> => {
      const key = await keyOf(now().toISOString().slice(0, 7)).catch(() => null)
      return key ? nameBy(key, address) : ''
    },
    /** Its names in all months whose keys are kept. */
    namesOf: async (address: string): Promise<string[]> => {
      const { rows } = await pool.query<Row>(`select ${columns} from auth.address_key`)
      return rows.map((row) => nameBy(opened(row), address))
    },
    /** Destroys the keys of months that ended a year ago: their names lead to no address, and to no other name, any more. */
    sweep: async (): Promise<void> => {
      const text = `delete from auth.address_key where month < date_trunc('month', clock_timestamp()) - interval '${keptMonths} months'
        returning to_char(month, 'YYYY-MM') as month`
      for (const { month } of (await pool.query<{ month: string }>(text)).rows) known.delete(month)
      // Another process may have swept: what is not kept any more is not known any more.
      for (const month of known.keys()) if (month < monthsAgo(now(), keptMonths)) known.delete(month)
    },
  }
}

const monthsAgo = (date: Date, months: number): string =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, 1)).toISOString().slice(0, 7)

export type AddressNames = ReturnType<typeof addressNames>
