import type { Pool } from 'pg'
import { isSignedBy, signText, type Signer } from './note.ts'

export const formerKeyTable = `
-- Public keys that signed before, each confirmed by a signature of a key that is known otherwise.
create table log.former_key (public_key bytea primary key, confirmation bytea not null);
`

const statementOf = (origin: string, publicKey: Uint8Array): string =>
  `${origin}\nsigned before with ${Buffer.from(publicKey).toString('base64')}\n`

type Row = { public_key: Buffer; confirmation: Buffer }

/**
 * The public keys by which checkpoints of this log are signed: the first of `signers`, whom it follows, and whom those confirmed. What stands in
 * the table without such a signature counts for nothing. Those of `signers` are confirmed, so that their private keys can be thrown away.
 */
export const knownKeys = async (pool: Pool, [signer, ...before]: readonly [Signer, ...Signer[]]): Promise<Buffer[]> => {
  const origin = signer.name
  for (const { publicKey } of before) {
    const confirmation = signText(signer, statementOf(origin, publicKey))
    await pool.query('insert into log.former_key (public_key, confirmation) values ($1, $2) on conflict do nothing', [
      publicKey,
      confirmation,
    ])
  }
  const { rows } = await pool.query<Row>('select public_key, confirmation from log.former_key')
  const known = [signer, ...before].map(({ publicKey }) => publicKey)
  for (let isNew = true; isNew; ) {
    const confirmed = rows.filter(
      (row) =>
        !known.some((key) => key.equals(row.public_key)) &&
        known.some((key) => isSignedBy(key, statementOf(origin, row.public_key), row.confirmation)),
    )
    known.push(...confirmed.map((row) => row.public_key))
    isNew = confirmed.length > 0
  }
  return known
}
