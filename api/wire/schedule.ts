import type { Scheduled } from '../../commands/schedule/schedule.ts'
import { actorNamed, streamOf } from '../../domain/event.ts'
import { isPersonType } from '../../domain/person.ts'
import { holdsPersonal } from '../../domain/people/masked.ts'
import { isNamedPersonally, sightOf } from '../../domain/people/personal.ts'
import { actionOf, type Resource } from '../../domain/resource.ts'
import type { Entry } from '../../domain/schedule/entry.ts'
import { nameOfVerb } from '../../domain/schedule/words.ts'
import { personOf, type Session } from '../server/route.ts'
import type { Services } from '../server/services.ts'
import { actorNameFor } from './masked.ts'

type Known = Pick<Services, 'resources' | 'records'>

const resourceOf = ({ resources }: Pick<Services, 'resources'>, name: string): Resource | undefined =>
  resources.find((known) => known.name === name)

/** Whether somebody is shown a planned command: their own, and others' of records that they may read. */
export const maySee = (known: Known, session: Session, { person, commands }: Scheduled): boolean =>
  person === personOf(session) ||
  commands.every(({ resource: name }) => {
    const resource = resourceOf(known, name)
    return resource !== undefined && sightOf(resource, session.perms) !== 'none'
  })

/** Whether somebody may cancel it: their own, and others' where they may do the same themselves. */
export const mayCancel = (known: Known, session: Session, one: Scheduled): boolean =>
  one.person === personOf(session) ||
  (maySee(known, session, one) &&
    one.commands.every(({ resource: name, verb }) => {
      const resource = resourceOf(known, name)
      return resource !== undefined && session.perms.includes(`${actionOf(resource, verb)}-${resource.area}`)
    }))

/** The names of records for whoever may know them, by `post-42`. */
export const namesOfRecords = async (
  known: Known,
  session: Session,
  asked: readonly { resource: string; id: number }[],
): Promise<ReadonlyMap<string, string>> => {
  const names = new Map<string, string>()
  for (const name of new Set(asked.map(({ resource }) => resource))) {
    const resource = resourceOf(known, name)
    const sight = resource ? sightOf(resource, session.perms) : 'none'
    if (!resource || sight === 'none' || (sight === 'masked' && isNamedPersonally(resource))) continue
    const ids = asked.filter((one) => one.resource === name).map(({ id }) => id)
    for (const [id, label] of await known.records.labels(resource, ids)) names.set(streamOf(name, id), label)
  }
  return names
}

/** What names those who planned something, as the reader may know them. */
export const peopleNamed = async (known: Known, session: Session, people: readonly string[]) => {
  const actors = [...new Set(people)].map(actorNamed)
  const names = await known.records.names(actors)
  const nameFor = actorNameFor(known, session)
  return (person: string) => ({ id: person, name: nameFor(actorNamed(person).type, names.get(person) ?? '') })
}

/** A planned command as somebody reads it. Why it was refused is told to whoever sees all of the records. */
export const entryOf = (
  known: Known,
  session: Session,
  one: Scheduled,
  names: ReadonlyMap<string, string>,
  personNamed: (person: string) => { id: string; name: string },
): Entry => {
  const { id, resource, verb, state, total, done, failed, fields } = one
  const isOwn = one.person === personOf(session)
  const of = resourceOf(known, resource)
  const isWhole = isOwn || (of !== undefined && sightOf(of, session.perms) === 'whole')
  const isWaiting = state === 'waiting'
  return {
    id,
    kind: 'command',
    resource,
    verb,
    label: of ? nameOfVerb(of, verb) : verb,
    at: one.at.toISOString(),
    state,
    total,
    done,
    failed,
    fields,
    records: one.records.map((record) => ({ id: record, name: names.get(streamOf(resource, record)) ?? null })),
    person: isPersonType(actorNamed(one.person).type) ? personNamed(one.person) : null,
    isOwn,
    mayCancel: isWaiting && mayCancel(known, session, one),
    mayMove: isWaiting && isOwn,
    says: isWhole ? one.message : null,
  }
}

/** What a planned change sends, as far as somebody may see it: whose it is sees all, auditors what tells of nobody. */
export const sentFor = (
  resource: Resource,
  session: Session,
  { person, verb }: Pick<Scheduled, 'person' | 'verb'>,
  sent: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => {
  if (person === personOf(session) || sightOf(resource, session.perms) === 'whole') return sent
  const fields = resource.verbs[verb]?.input ?? resource.fields
  return Object.fromEntries(
    Object.entries(sent).filter(([name]) => {
      const field = fields[name]
      return field !== undefined && !holdsPersonal(field)
    }),
  )
}
