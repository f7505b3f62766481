import type { Pool } from 'pg'
import { isSignedBy, signText, type Signer } from './note.ts'

export const formerKeyTable = `
-- Public keys that signed before, each confirmed by a signature of a key that is known otherwise.
create table log.former_key (public_key bytea primary key, confirmation bytea not null);
`

const statementOf = (origin: string, publicKey: Uint8Array): string =>
  `${origin}\nsigned before with ${Buffer.from(publicKey).toString('base64')}\n`

type Row = { public_key: Buffer; confirmation: Buffer }

/** A public key that signs or signed, with the signature by which another one confirms it; the key that signs has none. */
export type KnownKey = { publicKey: Buffer; confirmation: Buffer | null }

/**
 * The public keys by which checkpoints of this log are signed: the first of `signers`, whom it follows, and whom those confirmed. What stands in
 * the table without such a signature counts for nothing. Those of `signers` are confirmed, so that their private keys can be thrown away.
 */
export const knownKeys = async (
  pool: Pool,
  [signer, ...before]: readonly [Signer, ...Signer[]],
): Promise<KnownKey[]> => {
  const origin = signer.name
  const followed = before.map(({ publicKey }) => ({
    publicKey,
    confirmation: signText(signer, statementOf(origin, publicKey)),
  }))
  for (const { publicKey, confirmation } of followed)
    await pool.query('insert into log.former_key (public_key, confirmation) values ($1, $2) on conflict do nothing', [
      publicKey,
      confirmation,
    ])
  const { rows } = await pool.query<Row>('select public_key, confirmation from log.former_key')
  const known: KnownKey[] = [{ publicKey: signer.publicKey, confirmation: null }, ...followed]
  for (let isNew = true; isNew; ) {
    const confirmed = rows.filter(
      (row) =>
        !known.some(({ publicKey }) => publicKey.equals(row.public_key)) &&
        known.some(({ publicKey }) => isSignedBy(publicKey, statementOf(origin, row.public_key), row.confirmation)),
    )
    known.push(...confirmed.map((row) => ({ publicKey: row.public_key, confirmation: row.confirmation })))
    isNew = confirmed.length > 0
  }
  return known
}
