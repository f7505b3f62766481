import type { JsonObject } from '../../domain/event.ts'
import type { Field } from '../../domain/fields/field.ts'
import type { Resource, Verb } from '../../domain/resource.ts'

const byKind: Readonly<Record<string, (name: string) => JsonObject[string]>> = {
  text: (name) => `Some ${name}`.slice(0, 10),
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
  object: () => ({}),
  list: () => [],
  tree: () => [],
}

const valueOf = (name: string, field: Field): JsonObject[string] => {
  if (field.isDigits) return '0042'
  if (field.kind === 'picture' && field.isRequired) return 1
  // A handle has no white space.
  if (!field.focusOf && field.kind === 'text' && !field.input.safeParse('Some words').success) return 'some.name'
  return field.focusOf ? '30 70' : (field.options?.[0] ?? byKind[field.kind]?.(name) ?? null)
}

/** Values that a verb of a resource's own accepts. */
export const sampleInput = ({ input = {} }: Verb): JsonObject =>
  Object.fromEntries(Object.entries(input).map(([name, field]) => [name, valueOf(name, field)]))

/** Values that a resource accepts: one for every field that a form may set. */
export const sampleOf = (resource: Resource): JsonObject =>
  Object.fromEntries(
    Object.entries(resource.fields)
      .filter(([, field]) => !field.isDerived && !field.isApart)
      .map(([name, field]) => [name, valueOf(name, field)]),
  )
