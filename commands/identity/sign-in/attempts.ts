import type { ClientBase, Pool } from 'pg'
import { streamOf } from '../../../domain/event.ts'
import type { PersonType } from '../../../domain/person.ts'
import type { AttemptReason, SignInEvent } from '../../../domain/sign-in.ts'
import type { Log } from '../../../event-store/log.ts'
import type { AddressNames } from './addresses.ts'

/** A failed try: whose account (0: nobody's), why, and from which address where that is known. */
export type Attempt = { type: PersonType; id: number; reason: AttemptReason; address: string | null }

/** Counts a failed try, never with what was typed, until its minute is over and it becomes an event (L1b, L4). */
export const noteAttempt = async (
  client: ClientBase | Pool,
  names: Pick<AddressNames, 'nameOf'>,
  { type, id, reason, address }: Attempt,
): Promise<void> => {
  const name = address === null ? '' : await names.nameOf(address)
  await client.query(
    `insert into auth.sign_in_attempt (person_type, person_id, reason, address) values ($1, $2, $3, $4)
     on conflict (person_type, person_id, reason, address, bucket) do update
       set attempts = sign_in_attempt.attempts + 1, at = clock_timestamp()`,
    [type, id, reason, name],
  )
}

type Row = {
  id: string
  event: string
  at: Date
  person_type: PersonType
  person_id: number
  reason: AttemptReason
  attempts: number
  address: string
}

/** So many events of a minute are of an account and an address, accounts that exist first; all else of it is counted together. */
export const mostOfMinute = 100
const minutesAtOnce = 60
// Until then the moment of an event and that of its recording are taken for the same.
const lateAfter = 240_000

// One event for each population and reason holds what is beyond, so that a flood does not fill the log.
const gather = `with beyond as (
    delete from auth.sign_in_attempt where id in (
      select id from (
        select id, row_number() over (order by person_id = 0, attempts desc, id) as nth from auth.sign_in_attempt
        where bucket = $1 and not (person_id = 0 and address = '')
      ) ranked where nth > $2
    ) returning person_type, reason, attempts
  )
  insert into auth.sign_in_attempt (bucket, at, person_type, person_id, reason, attempts)
  select $1, $1::timestamptz + interval '59 seconds', person_type, 0, reason, sum(attempts) from beyond group by person_type, reason
  on conflict (person_type, person_id, reason, address, bucket) do update set attempts = sign_in_attempt.attempts + excluded.attempts`

/** Writes the failed tries of minutes that are over into the log, and forgets them where they were counted. @throws what the log throws */
export const attemptRecorder = ({ pool, log, now }: { pool: Pool; log: Log; now: () => Date }) => {
  const record = async ({ event, at, attempts, ...row }: Row): Promise<void> => {
    const data = {
      personType: row.person_type,
      personId: row.person_id,
      reason: row.reason,
      count: attempts,
      address: row.address === '' ? null : row.address,
    }
    await log.append(
      { stream: streamOf('signin', event), expected: 'none', lastHash: '' },
      [{ type: 'SignInFailed' satisfies SignInEvent, data }],
      {
        commandId: event,
        now: at.toISOString(),
        actor: { type: row.person_type, id: row.person_id },
        correlationId: event,
        isSilent: now().getTime() - at.getTime() > lateAfter,
      },
    )
    // A crash before this appends the same event again, which changes nothing.
    await pool.query('delete from auth.sign_in_attempt where id = $1', [row.id])
  }

  return async (): Promise<void> => {
    for (let minute = 0; minute < minutesAtOnce; minute += 1) {
      const { rows: due } = await pool.query<{ bucket: string | null }>(
        `select min(bucket)::text as bucket from auth.sign_in_attempt where bucket < date_trunc('minute', clock_timestamp())`,
      )
      const bucket = due[0]?.bucket
      if (!bucket) return
      await pool.query(gather, [bucket, mostOfMinute])
      const { rows } = await pool.query<Row>('select * from auth.sign_in_attempt where bucket = $1 order by id', [
        bucket,
      ])
      for (const row of rows) await record(row)
    }
  }
}
