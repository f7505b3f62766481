import type { Actor } from '../event.ts'
import type { Field } from '../fields/field.ts'
import { noSuchAction, Rejected } from '../rejected.ts'
import { actionOf, type Resource } from '../resource.ts'

type Asked = {
  resource: Resource
  verb: string
  /** The names of what is sent. */
  names: readonly string[]
  ids: readonly number[]
  actor: Actor
}

const sentences = {
  revert: 'Going back to a version is looked at before it is done, so it cannot be scheduled.',
  secret: 'A password or another secret is never kept for later. Save it now.',
  access: 'What somebody signs in with, and what they may do, is changed at once by whoever decides it. Save it now.',
  account: 'Somebody new who signs in is invited when their account is made, so it cannot be scheduled.',
  own: 'Your own account cannot be put away by a schedule.',
  elsewhere: 'Some of this belongs to other records, so it cannot be scheduled. Save it now.',
} as const

const goodbyes = ['deactivate', 'delete']

/** True for fields that say what somebody may do: permissions, and references to what holds permissions. */
const givesAccess = (find: (name: string) => Pick<Resource, 'fields'> | undefined, field: Field): boolean =>
  field.kind === 'permissions' ||
  Object.values(find(field.references ?? '')?.fields ?? {}).some(({ kind }) => kind === 'permissions')

const whyNot = ({ resource, verb, names, ids, actor }: Asked, find: Parameters<typeof givesAccess>[0]) => {
  const fields = resource.verbs[verb]?.input ?? resource.fields
  const sent = names.flatMap((name) => (fields[name] ? [fields[name]] : []))
  const { signsIn } = resource
  if (verb === 'revert') return sentences.revert
  if (names.includes('password') || sent.some(({ kind }) => kind === 'secret')) return sentences.secret
  if (verb === 'create' && signsIn) return sentences.account
  if (signsIn && names.some((name) => name === signsIn.by || name === signsIn.mail)) return sentences.access
  if (sent.some((field) => givesAccess(find, field))) return sentences.access
  if (verb === 'edit' && names.some((name) => name !== 'slug' && !fields[name])) return sentences.elsewhere
  const isOwn = resource.name === actor.type && ids.some((id) => id === actor.id)
  return isOwn && goodbyes.includes(verb) ? sentences.own : null
}

/** Refuses what is never done at a moment, whoever asks (docs/decisions/engine/0140). @throws Rejected */
export const checkSchedulable = (asked: Asked, find: Parameters<typeof givesAccess>[0]): void => {
  if (actionOf(asked.resource, asked.verb) === null) throw noSuchAction(asked.resource)
  const why = whyNot(asked, find)
  if (why !== null) throw new Rejected(why)
}

const mostYears = 5

/** @throws Rejected for a moment that has passed, or is so far that nobody would know of it any more */
export const checkMoment = (at: Date, now: Date): void => {
  if (at <= now) throw new Rejected('This moment has passed already. Choose a later one, or do it now.', 'validation')
  const last = new Date(now)
  last.setUTCFullYear(last.getUTCFullYear() + mostYears)
  if (at > last)
    throw new Rejected('A moment can be {years} years ahead at most.', 'validation', { values: { years: mostYears } })
}
