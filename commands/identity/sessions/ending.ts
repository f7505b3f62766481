import type { PersonActor, PersonType } from '../../../domain/person.ts'
import { type Actor, type DecidedEvent, type JsonObject, streamOf } from '../../../domain/event.ts'
import { staff } from '../../../domain/person.ts'
import type { endReasons, SignInEvent } from '../../../domain/sign-in.ts'
import { eventId } from '../../../event-store/log.ts'
import { WrongRevision } from '../../../event-store/port.ts'
import { inTransaction } from '../../../platform/database/pool.ts'
import type { Queryable, SignInDependencies } from '../sign-in/dependencies.ts'

export type EndReason = (typeof endReasons)[number]

type Ended = {
  sign_in_id: string
  person_type: PersonType
  person_id: number
  end_reason: string
  /** The user who ended it, when it was not its own person. */
  ended_by: number | null
}

/** Whose sign-ins end, and by whom when that is another user. */
type Ending = { person: PersonActor; reason: EndReason; by?: number | undefined }

/** Ends what was mailed to a person (before a moment) and could still let somebody in: open challenges, reset links. */
export const endMailed = async (
  client: Queryable,
  { type, id }: PersonActor,
  before: string | null = null,
): Promise<void> => {
  for (const table of ['challenge', 'reset_token'])
    await client.query(
      `update auth.${table} set ended_at = clock_timestamp()
       where person_type = $1 and person_id = $2 and ended_at is null and ($3::timestamptz is null or created_at < $3)`,
      [type, id, before],
    )
}

/** Ends everything a person could come in with: sign-ins, open challenges, reset links. Answers how many sign-ins. */
export const endAll = async (client: Queryable, { person, reason, by }: Ending): Promise<number> => {
  // Whoever is between a right code and the sign-in finds another credential than the one that they began with.
  await client.query(
    'update auth.credential set changed_at = clock_timestamp() where person_type = $1 and person_id = $2',
    [person.type, person.id],
  )
  const { rowCount } = await client.query(
    'update auth.sign_in set ended_at = clock_timestamp(), end_reason = $3, ended_by = $4 where person_type = $1 and person_id = $2 and ended_at is null',
    [person.type, person.id, reason, by ?? null],
  )
  await endMailed(client, person)
  return rowCount ?? 0
}

const eventOf = ({ person_type, person_id, end_reason }: Ended): DecidedEvent<JsonObject, SignInEvent> =>
  end_reason === 'signed-out'
    ? { type: 'SignedOut', data: { personType: person_type, personId: person_id } }
    : { type: 'SignInEnded', data: { personType: person_type, personId: person_id, reason: end_reason } }

const actorOf = ({ person_type, person_id, end_reason, ended_by }: Ended): Actor => {
  if (end_reason === 'signed-out') return { type: person_type, id: person_id }
  return ended_by === null ? { type: 'system', id: 'sign-in' } : { type: staff, id: ended_by }
}

/** Ends sign-ins in the table that requests ask, then as events; `recordEndings` finds those that a crash left without one. */
export const endings = ({ pool, log, now }: Pick<SignInDependencies, 'pool' | 'log' | 'now'>) => {
  const record = async (ended: Ended): Promise<bigint | null> => {
    const { events, head } = await log.read(streamOf('signin', ended.sign_in_id))
    let position: bigint | null = null
    if (!events.some((event) => event.type !== 'SignedIn')) {
      const commandId = eventId(ended.sign_in_id, 1)
      try {
        position = (
          await log.append(head, [eventOf(ended)], {
            commandId,
            now: now().toISOString(),
            actor: actorOf(ended),
            correlationId: commandId,
          })
        ).position
      } catch (error) {
        // Another process has just written it.
        if (!(error instanceof WrongRevision)) throw error
      }
    }
    await pool.query('update auth.sign_in set is_recorded = true where sign_in_id = $1', [ended.sign_in_id])
    return position
  }

  /** Writes the events of ends that have none yet; answers the highest position. */
  const recordEndings = async (): Promise<bigint | null> => {
    const { rows } = await pool.query<Ended>(
      'select sign_in_id, person_type, person_id, end_reason, ended_by from auth.sign_in where ended_at is not null and not is_recorded order by ended_at limit 500',
    )
    let highest: bigint | null = null
    for (const row of rows) {
      const position = await record(row)
      if (position !== null && (highest === null || position > highest)) highest = position
    }
    return highest
  }

  const signOutWhere = async (condition: string, values: unknown[]): Promise<Ended[]> =>
    (
      await pool.query<Ended>(
        `update auth.sign_in set ended_at = clock_timestamp(), end_reason = 'signed-out' where ${condition} and ended_at is null
         returning sign_in_id, person_type, person_id, end_reason, ended_by`,
        values,
      )
    ).rows

  return {
    recordEndings,
    signOut: async (signInId: string): Promise<bigint | null> => {
      const [ended] = await signOutWhere('sign_in_id = $1', [signInId])
      return ended ? record(ended) : null
    },
    /** Signs a person out of one of their sign-ins, or of all but one; answers how many those were. */
    signOutOf: async ({ type, id }: PersonActor, which: { only: string } | { except: string }): Promise<number> => {
      const isOne = 'only' in which
      const values = [type, id, isOne ? which.only : which.except, isOne]
      const ended = await signOutWhere('person_type = $1 and person_id = $2 and (sign_in_id = $3) = $4', values)
      for (const one of ended) await record(one)
      return ended.length
    },
    /** Ends what a person began before a moment: for whoever learns later that the person was put away then. */
    endEarlier: async (
      { type, id }: PersonActor,
      { at, reason, by }: { at: string; reason: EndReason; by?: number | undefined },
      client: Queryable,
    ): Promise<void> => {
      await client.query(
        `update auth.sign_in set ended_at = clock_timestamp(), end_reason = $4, ended_by = $5
         where person_type = $1 and person_id = $2 and ended_at is null and created_at < $3`,
        [type, id, at, reason, by ?? null],
      )
      await endMailed(client, { type, id }, at)
    },
    /** Ends every sign-in, challenge and reset link of a person; answers how many sign-ins there were. */
    endSignIns: async (type: PersonType, id: number, reason: EndReason, by?: number): Promise<number> => {
      const count = await inTransaction(pool, (client) => endAll(client, { person: { type, id }, reason, by }))
      await recordEndings()
      return count
    },
  }
}
