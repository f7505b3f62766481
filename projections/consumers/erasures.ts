import { personErased } from '../../domain/events/audit.ts'
import { type Actor, splitStream } from '../../domain/event.ts'
import { isPersonType, type PersonActor } from '../../domain/person.ts'
import type { Consumer } from './consumer.ts'

export type Repeat = (person: PersonActor, event: string, by: Actor) => Promise<void>

/** Erases again whoever the log says was erased: a database that was restored from a backup has their keys, and does not know. */
export const erasuresConsumer = (repeat: Repeat): Consumer => ({
  name: 'erasures',
  from: 'beginning',
  concerns: ({ type }) => type === personErased,
  handle: async ({ stream, data: { personType: type, personId: id }, actor }) => {
    if (isPersonType(type) && typeof id === 'number') await repeat({ type, id }, splitStream(stream).id, actor)
  },
})
