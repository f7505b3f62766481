import * as z from 'zod/mini'
import { auditEvents } from './events/audit.ts'
import { asEventSchema, erasedText, type EventType, type EventTypes, type Json, type Upcast } from './event.ts'
import type { Publishing } from './fields/draft.ts'
import type { Fields } from './fields/values.ts'
import { draftAgain } from './publishing.ts'
import { credentialEvents, signInEvents } from './sign-in.ts'
import { revertShape, revertible } from './revert/event.ts'
import { namesOf, type StandardVerb } from './verbs/standard-verb.ts'
import { storedReader } from './fields/stored.ts'
import { hasPersonal, initialOf, storedOf } from './fields/walk.ts'

type Declared = {
  name: string
  slug?: string
  owner?: string
  author?: string
  fields: Fields
  publishing?: Publishing
  events: Readonly<Partial<Record<StandardVerb, string>>>
  past?: Readonly<Record<string, readonly Upcast[]>>
  verbs?: Readonly<Record<string, { on: string; input?: Fields }>>
}

const erasedOf = (fields: Fields): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => field.isPersonal)
      .map(([name, { initial }]) => [name, typeof initial === 'string' ? erasedText : initial]),
  )

const erasedWithin = (fields: Fields): Pick<EventType, 'within'> => {
  const within = Object.entries(fields).flatMap(([name, { isPersonal, kind, of }]) => {
    const parts = isPersonal || kind !== 'list' ? {} : erasedOf(of?.fields ?? {})
    return Object.keys(parts).length > 0 ? [[name, parts] as const] : []
  })
  return within.length > 0 ? { within: Object.fromEntries(within) } : {}
}

/** What an event of a verb of its own holds as the verb is declared today: parts that it lacks take their initial values. */
const inputReader = (input: Fields): Upcast => {
  const read = storedReader(input)
  const initial = initialOf(input)
  return (data) => ({ ...initial, ...read(data) })
}

type Kind = Omit<EventType, 'past'>

const authorOf = ({ author, fields }: Declared): Pick<Kind, 'author'> => {
  const of = author === undefined ? undefined : fields[author]?.references
  return author === undefined || of === undefined ? {} : { author: { field: author, of } }
}

/** Of a verb whose input tells of whoever wrote the record: it says whose key seals that. */
const authored = (declaration: Declared, input: Fields): { shape: Fields; more: Pick<Kind, 'author'> } => {
  const { author, fields } = declaration
  const field = author === undefined ? undefined : fields[author]
  if (author === undefined || !field || !hasPersonal(input)) return { shape: input, more: {} }
  return { shape: { ...input, [author]: field }, more: authorOf(declaration) }
}

/** What is reverted may be what verbs have set: it is sealed as it was when they did. */
const revertKind = (declaration: Declared, kind: Kind): Kind => {
  const fields = revertible(declaration)
  return {
    ...kind,
    personal: erasedOf(fields),
    ...erasedWithin(fields),
    ...(declaration.owner === undefined ? {} : { owner: declaration.owner }),
    ...(hasPersonal(fields) ? authorOf(declaration) : {}),
  }
}

const kindsOf = (declaration: Declared): Record<string, Kind> => {
  const settable = Object.fromEntries(
    Object.entries(declaration.fields).filter(([, field]) => !field.isDerived && !field.sets),
  )
  const slugShape: Record<string, z.ZodMiniType> = declaration.slug ? { slug: z.string() } : {}
  const shape = { ...storedOf(settable), ...slugShape }
  const read = storedReader(declaration.fields)
  const plain = (schema: z.ZodMiniType): Kind => ({ schema: asEventSchema(schema), read, personal: {} })
  const sealed = {
    personal: erasedOf(settable),
    ...erasedWithin(settable),
    ...(declaration.owner === undefined ? {} : { owner: declaration.owner }),
    ...(hasPersonal(settable) ? authorOf(declaration) : {}),
  }
  const empty = plain(z.strictObject({}))
  const standard: Readonly<Record<StandardVerb, Kind>> = {
    create: { ...plain(z.strictObject(shape)), ...sealed },
    edit: { ...plain(z.partial(z.strictObject(shape))), ...sealed },
    activate: empty,
    deactivate: plain(z.partial(z.strictObject(storedOf(draftAgain(declaration))))),
    delete: empty,
    restore: plain(z.partial(z.strictObject(slugShape))),
    revert: revertKind(declaration, { ...plain(revertShape(declaration)), read }),
  }
  const own = Object.values(declaration.verbs ?? {}).map(({ on, input = {} }): [string, Kind] => {
    const { shape: said, more } = authored(declaration, input)
    const schema = z.strictObject(storedOf(said))
    return [
      on,
      { ...plain(schema), read: inputReader(said), personal: erasedOf(input), ...erasedWithin(input), ...more },
    ]
  })
  return Object.fromEntries([...namesOf(declaration).map(([verb, type]) => [type, standard[verb]] as const), ...own])
}

const declaredTypes = (declaration: Declared): Record<string, EventType> => {
  const kinds = kindsOf(declaration)
  const { past = {} } = declaration
  const strange = Object.keys(past).find((type) => !Object.hasOwn(kinds, type))
  if (strange !== undefined) throw new Error(`${declaration.name} has no event named ${strange}`)
  return Object.fromEntries(Object.entries(kinds).map(([type, kind]) => [type, { ...kind, past: past[type] ?? [] }]))
}

/** Every event type of the log, of these resources and beside them. Apart from the catalogue: the browser needs none of it. */
export const eventTypesOf = (known: readonly Declared[]): EventTypes =>
  Object.assign({}, signInEvents, credentialEvents, auditEvents, ...known.map(declaredTypes))
