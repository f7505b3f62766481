import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { auditCategory, personErased } from '../../domain/events/audit.ts'
import { type Actor, splitStream, streamOf } from '../../domain/event.ts'
import { isPersonType, type PersonActor } from '../../domain/person.ts'
import { Rejected } from '../../domain/rejected.ts'
import type { Resource } from '../../domain/resource.ts'
import type { Log } from '../../event-store/log.ts'
import { alone, tryLock } from '../../platform/database/connection.ts'
import type { PersonalKeys } from '../../platform/personal-keys.ts'
import type { Audit } from '../audit.ts'
import { removeRowsOf } from './cleaning.ts'
import { clearLocations, type Locations, locationsOf } from './locations.ts'

export type ErasureParts = {
  pool: Pool
  log: Log
  keys: PersonalKeys
  audit: Audit
  waitFor(position: bigint, timeoutMs: number): Promise<boolean>
  /** Puts the person away, so that they neither sign in nor are found. @throws Rejected when that may not be */
  putAway(person: PersonActor, by: PersonActor): Promise<void>
  recordsAbout(person: PersonActor): Promise<{ resource: Resource; id: number }[]>
  /** What goes by a person or their locations in places that commands do not know: mails, accounts of the demo. */
  removeByLocations(person: PersonActor, locations: Locations): Promise<void>
  /** What else goes once the key is gone, in this order. Each may be done again. */
  steps: readonly ((person: PersonActor) => Promise<unknown>)[]
  /** Told why an erasure is to be completed later. */
  onFailure(error: unknown): void
}

type Begun = { subject: string; event: string; actor: Actor }

const personNamed = (subject: string): PersonActor => {
  const { category: type, id } = splitStream(subject)
  if (!isPersonType(type)) throw new TypeError(`${subject} is nobody`)
  return { type, id: Number(id) }
}

// Whoever read something of the person just before may still write it down: all is looked through once more after this long.
const settledAfter = '10 minutes'
const patience = 20_000

/** Erasing people for good (docs/decisions/people/0055). */
export const erasures = ({ pool, log, keys, audit, waitFor, ...parts }: ErasureParts) => {
  const lockOf = (subject: string) => `erasure ${subject}`

  /** Writes the event unless it is there, and answers its position. */
  const record = async ({ event, actor, subject }: Begun): Promise<bigint> => {
    const { events } = await log.read(streamOf(auditCategory, event))
    const known = events[0]
    if (known) return known.position
    const { category: personType, id } = splitStream(subject)
    const data = { personType, personId: Number(id) }
    return audit({ type: personErased, data }, { actor, correlationId: event, id: event })
  }

  const clean = async (begun: Begun): Promise<bigint> => {
    const person = personNamed(begun.subject)
    const position = await record(begun)
    // Read models that lack events from before would fold these in afterwards.
    if (!(await waitFor(position, patience))) throw new Error('the read models do not know of the erasure yet')
    await removeRowsOf(pool, person)
    for (const step of parts.steps) await step(person)
    await pool.query(
      `update keys.erasure set cleaned_at = coalesce(cleaned_at, clock_timestamp()),
         finished_at = case when begun_at < clock_timestamp() - interval '${settledAfter}' then clock_timestamp() end
       where subject = $1`,
      [begun.subject],
    )
    return position
  }

  const begunOf = async (subject: string): Promise<Begun | undefined> => {
    const text = 'select subject, event, actor from keys.erasure where subject = $1'
    return (await pool.query<Begun>(text, [subject])).rows[0]
  }

  const lookForTraces = async (person: PersonActor) => {
    const locations = await locationsOf(log, await parts.recordsAbout(person))
    return async () => {
      await clearLocations(pool, locations)
      await parts.removeByLocations(person, locations)
    }
  }

  /** Begins what the log says was done and this database does not know: it was restored from a backup. */
  const repeat = async (person: PersonActor, event: string, by: Actor): Promise<void> => {
    const subject = streamOf(person.type, person.id)
    if (await begunOf(subject)) return
    const removeByLocations = await lookForTraces(person)
    await removeByLocations()
    await keys.destroy(subject, event, by)
  }

  /** Completes what was begun, unless somebody is at it. @throws Error when one of them cannot be completed yet */
  const complete = async (): Promise<void> => {
    const { rows } = await pool.query<Begun>(
      `select subject, event, actor from keys.erasure where finished_at is null
         and (cleaned_at is null or begun_at < clock_timestamp() - interval '${settledAfter}') order by begun_at limit 100`,
    )
    let failure: unknown = null
    for (const begun of rows)
      await alone(pool, async (client) => {
        if (await tryLock(client, lockOf(begun.subject))) await clean(begun)
      }).catch((error: unknown) => {
        failure ??= error
      })
    if (failure !== null) throw failure
  }

  return {
    isErased: async ({ type, id }: PersonActor): Promise<boolean> => {
      const subject = streamOf(type, id)
      return (await keys.find([subject])).get(subject) === 'destroyed'
    },

    /** Erases a person, and answers the position of the event; null when what is left goes later, without anybody's doing. */
    erase: (person: PersonActor, by: PersonActor): Promise<bigint | null> =>
      alone(pool, async (client) => {
        const subject = streamOf(person.type, person.id)
        if (!(await tryLock(client, lockOf(subject)))) throw new Rejected('This person is being erased already.')
        await parts.putAway(person, by)
        // While it is known what to look for: once the key is gone nobody can tell any more.
        const removeByLocations = await lookForTraces(person)
        await removeByLocations()
        await keys.destroy(subject, randomUUID(), by)
        try {
          const begun = await begunOf(subject)
          const position = begun ? await clean(begun) : null
          await removeByLocations()
          return position
        } catch (error) {
          parts.onFailure(error)
          return null
        }
      }),

    repeat,

    /** Erases whom a restore noted. Who may not be put away, such as the last administrator, goes all the same. */
    repeatNoted: async (): Promise<void> => {
      const { rows } = await pool.query<Begun>('select subject, event, actor from keys.erasure_again order by subject')
      for (const { subject, event, actor } of rows) {
        const [person, by] = [personNamed(subject), actor]
        if (isPersonType(by.type) && typeof by.id === 'number')
          await parts.putAway(person, { type: by.type, id: by.id }).catch(parts.onFailure)
        await repeat(person, event, by)
        await pool.query('delete from keys.erasure_again where subject = $1', [subject])
      }
      if (rows.length > 0) await complete().catch(parts.onFailure)
    },

    complete,
  }
}

export type Erasures = ReturnType<typeof erasures>
