import { z } from 'zod'
import { auditFacts } from '../../domain/events/audit.ts'
import type { Message, Values } from '../../domain/message.ts'
import type { Resource } from '../../domain/resource.ts'
import { nameOfVerb } from '../../domain/schedule/words.ts'
import { credentialFacts } from '../../domain/sign-in.ts'
import { signInFailed } from '../fold/fold-activity.ts'

type Described = { event_type: string | null; resource: string | null; attempts?: number | null; told?: string | null }

const signIns: Readonly<Record<string, string>> = {
  SignedIn: 'signed in',
  SignedOut: 'signed out',
  SignInEnded: 'the sign-in was ended',
}

const past: Readonly<Record<string, string>> = {
  create: '{record} created',
  edit: '{record} updated',
  activate: '{record} activated',
  deactivate: '{record} deactivated',
  delete: '{record} deleted',
  restore: '{record} restored',
  revert: '{record} reverted',
}

// What is exported that is no resource.
const others: Readonly<Record<string, string>> = { activity_trail: 'entries of the trail' }

const failureOf = (times: number): Message =>
  times > 1 ? { id: 'failed ({times} times)', values: { times } } : { id: 'failed', values: {} }

const toldSchema = z.record(z.string(), z.union([z.string(), z.number()]))

// A verb is said by its name, as in the menus that offer it.
const toldValues = (resource: Resource | undefined, told: string | null): Values => {
  if (told === null) return {}
  const values = toldSchema.parse(JSON.parse(told))
  return typeof values.verb === 'string' && resource ? { ...values, verb: nameOfVerb(resource, values.verb) } : values
}

/** What an event did, for people: "post created". */
export const describe = (
  resources: ReadonlyMap<string, Resource>,
  { event_type: type, resource: name, attempts = null, told = null }: Described,
): Message => {
  if (type === signInFailed) return failureOf(attempts ?? 1)
  const signIn = signIns[type ?? '']
  if (signIn) return { id: signIn, values: {} }
  const audited = auditFacts[type ?? '']
  if (audited) {
    const plural = resources.get(name ?? '')?.plural ?? others[name ?? ''] ?? name ?? ''
    return { id: audited.says, values: { plural, ...toldValues(resources.get(name ?? ''), told) } }
  }
  const resource = resources.get(name ?? '')
  const verb = resource?.verbOf[type ?? '']
  if (!resource || !verb) {
    const fact = Object.entries(credentialFacts).find(([end]) => type?.endsWith(end))
    return { id: fact?.[1] ?? type ?? '', values: {} }
  }
  const record = resource.label.toLowerCase()
  const id = past[verb]
  if (id) return { id, values: { record } }
  return {
    id: '{record} updated: {verb}',
    values: { record, verb: (resource.verbs[verb]?.label ?? verb).toLowerCase() },
  }
}
