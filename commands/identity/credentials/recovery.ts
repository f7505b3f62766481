import type { OwnPassword } from '../sign-in/known.ts'
import type { ClientBase, Pool } from 'pg'
import type { PersonActor, PersonType } from '../../../domain/person.ts'
import { inTransaction } from '../../../platform/database/pool.ts'
import { personalCodeHash } from '../sign-in/challenge.ts'
import type { Person, SignInDependencies } from '../sign-in/dependencies.ts'
import { mailTo, recoveryCodesMail } from '../sign-in/mails.ts'
import { newRecoveryCode, readCode } from '../sign-in/tokens.ts'

const count = 10

export type RecoveryState = { left: number; madeAt: Date | null }

/** Keeps a code that answers any challenge of one person, once; one from the command line for ten minutes. */
export const keepPersonalCode = async (
  client: ClientBase | Pool,
  secret: Uint8Array,
  who: PersonActor,
  kind: 'recovery' | 'command-line',
  code: string,
): Promise<void> => {
  const bare = readCode(code)?.code ?? code
  await client.query(
    `insert into auth.recovery_code (person_type, person_id, code_hash, kind, expires_at)
     values ($1, $2, $3, $4, case $4 when 'command-line' then clock_timestamp() + interval '10 minutes' end) on conflict do nothing`,
    [who.type, who.id, personalCodeHash(secret, who.type, who.id, bare), kind],
  )
}

/** How many recovery codes somebody has left, and since when. */
export const recoveryStateOf = async (pool: Pool, { type, id }: PersonActor): Promise<RecoveryState> => {
  const { rows } = await pool.query<{ unused: number; made_at: Date | null }>(
    `select count(*) filter (where used_at is null)::int as unused, min(created_at) as made_at
     from auth.recovery_code where person_type = $1 and person_id = $2 and kind = 'recovery'`,
    [type, id],
  )
  return { left: rows[0]?.unused ?? 0, madeAt: rows[0]?.made_at ?? null }
}

/** Recovery codes: each is good once in place of a mailed code, for when no mail arrives (A3). */
export const recoveryCodes = (
  { pool, secret, queueMail }: Pick<SignInDependencies, 'pool' | 'secret' | 'queueMail'>,
  { checkOwnPassword }: { checkOwnPassword(person: Person, asked: OwnPassword): Promise<void> },
) => {
  const replace = async (client: ClientBase, type: PersonType, id: number): Promise<string[]> => {
    // Two at once take turns, so that only the later ten are good.
    await client.query('select 1 from auth.credential where person_type = $1 and person_id = $2 for update', [type, id])
    await client.query(
      `delete from auth.recovery_code where person_type = $1 and person_id = $2 and kind = 'recovery'`,
      [type, id],
    )
    const codes = Array.from({ length: count }, newRecoveryCode)
    for (const code of codes) await keepPersonalCode(client, secret, { type, id }, 'recovery', code)
    return codes
  }

  return {
    recoveryState: (person: PersonActor) => recoveryStateOf(pool, person),
    /** Ten new codes; the ones before are void. They are kept as hashes, so this is the only time they are known. */
    makeRecoveryCodes: (type: PersonType, id: number): Promise<string[]> =>
      inTransaction(pool, (client) => replace(client, type, id)),
    /** The same for a signed-in person, who proves it with the password and is told by mail. @throws Rejected validation, throttled; Busy */
    renewOwnRecoveryCodes: async (
      person: Person,
      asked: OwnPassword,
    ): Promise<{ codes: string[]; state: RecoveryState }> => {
      await checkOwnPassword(person, asked)
      const codes = await inTransaction(pool, async (client) => {
        await queueMail(client, recoveryCodesMail(mailTo(person)))
        return replace(client, person.type, person.id)
      })
      return { codes, state: await recoveryStateOf(pool, person) }
    },
  }
}
