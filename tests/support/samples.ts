import type { JsonObject } from '../../domain/event.ts'
import { wordsOf } from '../../domain/json.ts'
import { isShown } from '../../domain/fields/composite.ts'
import type { Field } from '../../domain/fields/field.ts'
import type { Resource, Verb } from '../../domain/resource.ts'

const byKind: Readonly<Record<string, (name: string) => JsonObject[string]>> = {
  longText: (name) => `More about ${name}`,
  html: () => '<p>Hello</p>',
  css: () => '.a { color: red }',
  flag: () => false,
  integer: () => 3,
  decimal: () => 12.5,
  email: () => 'someone@example.org',
  link: () => 'https://example.org/',
  reference: () => 1,
  picture: () => null,
  choice: () => '',
  permissions: () => ['r-post'],
  date: () => '2026-11-02',
  moment: (name) => `2026-11-0${name.endsWith('until') ? 3 : 2}T09:00:00.000Z`,
  emails: () => ['someone@example.org'],
  references: () => [],
  list: () => [],
  tree: () => [],
}

// What most texts take, then a handle, which has no white space, a few letters, a currency, and digits.
const textOf = (name: string, { input }: Field): string =>
  [`Some ${name}`.slice(0, 10), 'some.name', 'abc', 'EUR', '0042'].find(
    (text) => input.safeParse(text).data === text,
  ) ?? ''

const valueOf = (name: string, field: Field): JsonObject[string] => {
  if (field.kind === 'picture' && field.isRequired) return 1
  if (field.kind === 'object')
    return Object.fromEntries(Object.entries(field.fields ?? {}).map(([part, inner]) => [part, valueOf(part, inner)]))
  if (!field.focusOf && field.kind === 'text') return textOf(name, field)
  return field.focusOf ? '30 70' : (field.options?.[0] ?? byKind[field.kind]?.(name) ?? null)
}

/** Values that a verb of a resource's own accepts. */
export const sampleInput = ({ input = {} }: Verb): JsonObject =>
  Object.fromEntries(Object.entries(input).map(([name, field]) => [name, valueOf(name, field)]))

/** Values that a resource accepts: one for every field that a form may set of such a record. */
export const sampleOf = (resource: Resource): JsonObject =>
  Object.fromEntries(
    Object.entries(resource.fields)
      .filter(([, field]) => !field.isDerived && !field.isApart && isShown(field, resource.initialValues))
      .map(([name, field]) => [name, valueOf(name, field)]),
  )

/**
 * The verbs that bring a new record to where a verb may be done, by `from` and `to`, the shortest way.
 * @throws Error when no way leads there
 */
export const wayTo = (resource: Resource, verb: string): string[] => {
  const from = resource.verbs[verb]?.from
  const first = wordsOf(resource.initialValues[resource.stateField ?? ''])
  const ways = new Map<string, string[]>([[first, []]])
  for (const [state, way] of ways) {
    if (from?.includes(state) ?? true) return way
    for (const [name, { from: starts = [], to }] of Object.entries(resource.verbs))
      if (to !== undefined && starts.includes(state) && !ways.has(to)) ways.set(to, [...way, name])
  }
  throw new Error(`no verb of ${resource.name} leads to where ${verb} begins`)
}
