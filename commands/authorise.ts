import { streamOf } from '../domain/event.ts'
import { isByAction } from '../domain/fields/walk.ts'
import { isEmployee } from '../domain/person.ts'
import { mayRead } from '../domain/permission.ts'
import { accessDenied, Rejected, noSuchRecord, noSuchAction } from '../domain/rejected.ts'
import { actionOf, type RecordState, type Resource, singletonId } from '../domain/resource.ts'
import type { Command } from './command.ts'

/** True when an edit is of nothing but entries that need the permission of what is done to them (commands/rules/declared.ts). */
const isOfEntries = ({ resource, verb, sent = {} }: Command): boolean => {
  const names = Object.keys(sent)
  return (
    verb === 'edit' &&
    names.length > 0 &&
    names.every((name) => resource.fields[name] && isByAction(resource.fields[name]))
  )
}

/** The permissions of which one lets somebody edit a resource at all. */
export const editors = ({ area, fields }: Resource): string[] =>
  (Object.values(fields).some(isByAction) ? ['u', 'c', 'd'] : ['u']).map((action) => `${action}-${area}`)

/** The permissions of which one lets somebody take something of a record back; each part asks for its own (revert/). */
export const reverters = (resource: Resource): string[] => [
  ...new Set([
    ...editors(resource),
    ...(resource.isSingleton || resource.events.delete === undefined ? [] : [`d-${resource.area}`]),
  ]),
]

/** True for what an employee may do to records of their own. Whose it is, is checked once the record is read. */
export const isForAuthor = ({ resource, verb, actor }: Command): boolean =>
  resource.author !== undefined &&
  isEmployee(actor) &&
  (verb === 'create' || resource.area === null || resource.verbs[verb]?.isForAuthor === true)

// The one record is always there: what can be done to it is to edit it, and what it declares itself.
const isOfOneRecord = ({ resource, verb, id }: Command): boolean =>
  id === singletonId && (verb === 'edit' || verb === 'revert' || resource.verbs[verb] !== undefined)

const neededBy = (command: Command): string[] => {
  const { resource, verb } = command
  if (verb === 'revert') return reverters(resource)
  return isOfEntries(command) ? editors(resource) : [`${actionOf(resource, verb)}-${resource.area}`]
}

/** @throws Rejected missing without such a verb, forbidden without its permissions */
export const authorise = (command: Command): void => {
  const { resource, verb, perms } = command
  if (!actionOf(resource, verb)) throw noSuchAction(resource)
  if (perms === null || isForAuthor(command)) return
  if (resource.isSingleton && !isOfOneRecord(command)) throw noSuchAction(resource)
  if (resource.area === null || !neededBy(command).some((permission) => perms.includes(permission)))
    throw new Rejected(accessDenied, 'forbidden')
}

/** Who wrote a record (`employee-7`), where its declaration says whom that is. */
export const authorOf = ({ author = '', fields }: Resource, { values }: RecordState): string | undefined => {
  const [id, of] = [values[author], fields[author]?.references]
  return typeof id === 'number' && of !== undefined ? streamOf(of, id) : undefined
}

/** @throws Rejected forbidden when an employee acts on what another wrote, or on nothing: they do not learn which */
export const checkAuthor = ({ resource, verb, actor, perms }: Command, state: RecordState): void => {
  if (perms === null || !isEmployee(actor) || resource.author === undefined || verb === 'create') return
  if (state.values[resource.author] !== actor.id) throw new Rejected(accessDenied, 'forbidden')
}

/** True for whom a refusal may tell what a record holds: whoever reads it, and an employee what they wrote themselves. */
export const maySee = (command: Command): boolean => isForAuthor(command) || mayRead(command.resource, command.perms)

/** What the server says of a record instead of the form, such as its author. */
export const suppliedBy = ({ resource, verb, actor, supplied = {} }: Command): Readonly<Record<string, unknown>> =>
  resource.author !== undefined && verb === 'create' && isEmployee(actor)
    ? { ...supplied, [resource.author]: actor.id }
    : supplied

/** What belongs to a person is no business of those who work in the library (docs/architecture.md#the-log). @throws Rejected missing */
export const checkOwner = ({ resource, perms }: Command, { values }: RecordState): void => {
  if (perms === null || resource.owner === undefined || (values[resource.owner] ?? '') === '') return
  throw noSuchRecord(resource)
}
