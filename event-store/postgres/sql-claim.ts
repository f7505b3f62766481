import { Buffer } from 'node:buffer'
import type pg from 'pg'
import type { Claim } from '../port.ts'

/** The stream that holds the claim, or null. A claim of an append under way counts as held. */
export async function claimHolder(pool: pg.Pool, claim: Claim): Promise<string | null> {
  const result = await pool.query<{ stream: string }>('select stream from log.claim where scope = $1 and key = $2', [
    claim.scope,
    Buffer.from(claim.key),
  ])
  return result.rows[0]?.stream ?? null
}
