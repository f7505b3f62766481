import { type PastEvent, splitStream } from '../../domain/event.ts'
import { isPersonType, isStaff, type PersonActor } from '../../domain/person.ts'
import { textOf } from '../../domain/json.ts'
import type { Resource } from '../../domain/resource.ts'
import type { Queryable } from '../schema.ts'
import type { Consumer } from './consumer.ts'

/** Somebody new: what they sign in with, and where mail reaches them. */
export type Newcomer = PersonActor & { name: string; email: string }

/** When somebody was put away, how, and by which user. */
export type Away = { at: string; reason: 'deactivated' | 'deleted'; by: number | undefined }

export type Following = {
  invite(newcomer: Newcomer, client: Queryable): Promise<void>
  /** Ends the sign-ins of a person that began before they were put away. */
  end(person: PersonActor, away: Away, client: Queryable): Promise<void>
}

const day = 86_400_000

// A log that is read anew from its beginning invites nobody again.
const isFresh = (at: string): boolean => Date.now() - Date.parse(at) < day

/**
 * What follows for people who sign in: whom staff make is invited by mail, and the sign-ins of whoever is put away end, also
 * when the process that put them away died before it could.
 */
export const peopleConsumer = (resources: readonly Resource[], { invite, end }: Following): Consumer => {
  const people = resources.filter(({ signsIn, name }) => signsIn && isPersonType(name))
  const eventsOf = (pick: (events: Resource['events']) => readonly (string | undefined)[]) =>
    new Set(people.flatMap(({ events }) => pick(events)))
  const made = eventsOf(({ create }) => [create])
  const deactivated = eventsOf(({ deactivate }) => [deactivate])
  const deleted = eventsOf((events) => [events.delete])
  const reverted = eventsOf(({ revert }) => [revert])
  const awayBy = ({ type, data }: Pick<PastEvent, 'type' | 'data'>): Away['reason'] | null => {
    const isReverted = (status: string) => reverted.has(type) && data.status === status
    if (deleted.has(type) || isReverted('deleted')) return 'deleted'
    return deactivated.has(type) || isReverted('inactive') ? 'deactivated' : null
  }
  return {
    name: 'people',
    from: 'beginning',
    concerns: ({ type, data, meta, recordedAt }) =>
      awayBy({ type, data }) !== null ||
      (made.has(type) && isStaff(meta.actor) && meta.isSilent !== true && isFresh(recordedAt)),
    handle: async ({ type: event, stream, data, recordedAt, isErased, actor }, client) => {
      const { category: type, id } = splitStream(stream)
      const signsIn = people.find(({ name }) => name === type)?.signsIn
      if (!signsIn || !isPersonType(type)) return
      const person = { type, id: Number(id) }
      const reason = awayBy({ type: event, data })
      if (reason) {
        return end(person, { at: recordedAt, reason, by: isStaff(actor) ? Number(actor.id) : undefined }, client)
      }
      if (isErased) return
      const [name, email] = [textOf(data[signsIn.by]), textOf(data[signsIn.mail])]
      await invite({ ...person, name, email }, client)
    },
  }
}
