import * as z from 'zod/mini'
import { asEventSchema, erasedText, type EventType, type Json } from './event.ts'
import type { Field } from './field.ts'
import type { ResourceDeclaration, StandardVerb } from './resource.ts'

/** The verbs that a resource may have without code of its own. */
export const standardVerbs = ['create', 'edit', 'activate', 'deactivate', 'delete', 'restore'] as const

/** The standard verbs that a declaration has, each with its event. */
export const namesOf = ({ events }: Pick<ResourceDeclaration, 'events'>): [StandardVerb, string][] =>
  standardVerbs.flatMap((verb): [StandardVerb, string][] => {
    const type = events[verb]
    return type === undefined ? [] : [[verb, type]]
  })

type Fields = Readonly<Record<string, Field>>

const storedOf = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, { stored }]) => [name, stored]))

/** What stands in place of each personal value once its key is destroyed. */
const erasedOf = (fields: Fields): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => field.isPersonal)
      .map(([name, { initial }]) => [name, typeof initial === 'string' ? erasedText : initial]),
  )

/** The event types of a declaration: what each event of its verbs holds, and what of that is personal. */
export const eventTypesOf = (declaration: ResourceDeclaration): Record<string, EventType> => {
  const settable = Object.fromEntries(
    Object.entries(declaration.fields).filter(([, field]) => !field.isDerived && !field.sets),
  )
  const personal = erasedOf(settable)
  const shape = storedOf(settable)
  const slugShape: Record<string, z.ZodMiniType> = declaration.slug ? { slug: z.string() } : {}
  const sealed = { personal, ...(declaration.owner === undefined ? {} : { owner: declaration.owner }) }
  const empty: EventType = { versions: [{ schema: asEventSchema(z.strictObject({})) }], personal: {} }
  const some: EventType = {
    versions: [{ schema: asEventSchema(z.partial(z.strictObject({ ...shape, ...slugShape }))) }],
    ...sealed,
  }
  const standard: Readonly<Record<StandardVerb, EventType>> = {
    create: { versions: [{ schema: asEventSchema(z.strictObject({ ...shape, ...slugShape })) }], ...sealed },
    edit: some,
    activate: empty,
    deactivate: empty,
    delete: empty,
    restore: { versions: [{ schema: asEventSchema(z.partial(z.strictObject(slugShape))) }], personal: {} },
  }
  const own = Object.values(declaration.verbs ?? {}).map(({ on, input = {} }): [string, EventType] => [
    on,
    { versions: [{ schema: asEventSchema(z.strictObject(storedOf(input))) }], personal: erasedOf(input) },
  ])
  return Object.fromEntries([...namesOf(declaration).map(([verb, type]) => [type, standard[verb]] as const), ...own])
}
