import { auditFacts } from '../../domain/events/audit.ts'
import type { Message } from '../../domain/message.ts'
import type { Resource } from '../../domain/resource.ts'
import { credentialFacts } from '../../domain/sign-in.ts'
import { signInFailed } from '../fold/fold-activity.ts'

type Described = { event_type: string | null; resource: string | null; attempts?: number | null }

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

/** What an event did, for people: "post created". */
export const describe = (
  resources: ReadonlyMap<string, Resource>,
  { event_type: type, resource: name, attempts = null }: Described,
): Message => {
  if (type === signInFailed) return failureOf(attempts ?? 1)
  const signIn = signIns[type ?? '']
  if (signIn) return { id: signIn, values: {} }
  const audited = auditFacts[type ?? '']
  if (audited) {
    const plural = resources.get(name ?? '')?.plural ?? others[name ?? ''] ?? name ?? ''
    return { id: audited.says, values: { plural } }
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
