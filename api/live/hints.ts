import { employees, isEmployee } from '../../domain/person.ts'
import { mayRead } from '../../domain/permission.ts'
import { streamOf } from '../../domain/event.ts'
import type { Reader } from '../../commands/identity/sessions/session.ts'
import type { Told } from '../../projections/consumers/broadcast.ts'
import { belongs } from '../server/route.ts'
import { seenBeside } from './receipt.ts'

/** What a screen is told: that something of a resource changed, and of which record where the reader may know; never what. */
export type Hint = { resource: string; id?: number }

// Whoever is told of more reads the whole list anew.
const mostOfOne = 20

/** Without repetitions; many records of one resource become one hint without an id. */
const gathered = (hints: readonly Hint[]): Hint[] => {
  const ids = new Map<string, Set<number | undefined>>()
  for (const { resource, id } of hints) ids.set(resource, (ids.get(resource) ?? new Set()).add(id))
  return [...ids].flatMap(([resource, known]): Hint[] =>
    known.has(undefined) || known.size > mostOfOne
      ? [{ resource }]
      : [...known].map((id) => (id === undefined ? { resource } : { resource, id })),
  )
}

// Whoever may preview the portal reads what employees read (A11).
const seesPortal = ({ actor, perms }: Reader) => isEmployee(actor) || perms.includes('r-homepage')

/** What a reader may do, as a key: those with the same one are told the same, but for what is their own. */
export const rightsOf = ({ actor, perms }: Reader): string => (isEmployee(actor) ? employees : perms.join())

type Changed = Pick<Told, 'resource' | 'id' | 'area' | 'isBroadcast' | 'isOwned' | 'author'>

const sharedHint = (reader: Reader, { resource, id, area, isBroadcast, isOwned }: Changed): Hint[] => {
  const beside = seenBeside[resource]
  const isSeen = mayRead({ area }, reader.perms) || (beside !== undefined && belongs(reader, beside))
  if (!isEmployee(reader.actor) && isSeen && (!isOwned || beside !== undefined)) return [{ resource, id }]
  return isBroadcast && seesPortal(reader) ? [{ resource }] : []
}

/** What changes tell to readers, who share most of it; `own` are the changes of what a reader has sent, and of themselves. */
export const hintsOf = (changes: readonly Changed[]) => {
  const shared = new Map<string, Hint[]>()
  const own = new Map<string, Hint[]>()
  const add = (stream: string, hint: Hint) => void own.set(stream, [...(own.get(stream) ?? []), hint])
  for (const { resource, id, author } of changes) {
    if (author !== null) add(streamOf(employees, author), { resource, id })
    add(streamOf(resource, id), { resource, id })
  }
  return (reader: Reader): Hint[] => {
    const key = rightsOf(reader)
    const common = shared.get(key) ?? gathered(changes.flatMap((change) => sharedHint(reader, change)))
    shared.set(key, common)
    const ownHints = own.get(streamOf(reader.actor.type, reader.actor.id))
    return ownHints ? gathered([...common, ...ownHints]) : common
  }
}
