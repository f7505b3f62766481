import { describe, expect, it } from 'vitest'
import { resources } from '../../domain/catalog.ts'
import { defineField, type Field } from '../../domain/fields/field.ts'
import { employee } from '../../domain/resources/employee.ts'
import { defineResource, type Resource } from '../../domain/resource.ts'
import { tender } from '../support/tender.ts'

/** Options that one resource has, each with the reason why no second one has it yet. A line goes once there are two. Keep it short. */
const alone: Readonly<Record<string, string>> = {
  'declaration.sheets': 'Imports are asked for of employees alone; what is said within goes with it.',
  'portalSearch.where': 'Files alone are found in the portal without being shown there.',
}

/** Options that may wait for resources: the worked examples of CONTRIBUTING.md show them (docs/decisions/engine/0122). */
const toCome: readonly string[] = [
  'declaration.editableIn',
  'field.digits',
  'field.isMoney',
  'portal.title',
  'portal.where',
  'sheets.columns',
]

// Schemas follow from what is said; once used, they hold themselves.
const withoutSchemas = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && '_zod' in value ? undefined : value

const isAsUsual = (value: unknown, usual: unknown): boolean =>
  value === usual || JSON.stringify(value, withoutSchemas) === JSON.stringify(usual, withoutSchemas)

/** What is said of a part of a declaration, by the names of its options: what it would be without them is not. */
const saidOf = (part: object, bare: object): string[] => {
  const usual: Readonly<Record<string, unknown>> = { ...bare }
  return Object.entries(part).flatMap(([name, value]) =>
    value === undefined || isAsUsual(value, usual[name]) ? [] : [name],
  )
}

const bareResource = ({ name, label, plural, area, list, fields }: Resource) =>
  defineResource({
    name,
    label,
    plural,
    area,
    fields,
    recordLabel: [],
    list: { columns: list.columns, search: [] },
    events: { create: '' },
  })

// What a list, a number or a text is without a bound of its own.
const plain = { fields: {}, min: 0, isRequired: false, isPersonal: false, isDerived: false }

const optionsOfField = (field: Field): string[] => {
  const { kind, label, input, stored, initial } = field
  const bare = { ...plain, ...defineField(kind, { label }, { input, stored, initial }) }
  const parts = [...Object.values(field.fields ?? {}), ...(field.of ? [field.of] : [])]
  return [...saidOf(field, bare).map((name) => `field.${name}`), ...parts.flatMap(optionsOfField)]
}

/** Parts of a declaration that have options of their own. */
const parts = ['list', 'portal', 'portalSearch', 'inbox', 'publishing', 'signsIn', 'sheets'] as const

const optionsOf = (resource: Resource): string[] => {
  const { verbs, inbox, fields, sheets } = resource
  const modes = Object.values(sheets?.modes ?? {})
  const columns = [sheets?.columns ?? {}, ...modes.map((mode) => mode.columns)].flatMap((some) => Object.values(some))
  const inputs = Object.values(verbs).flatMap(({ input = {} }) => Object.values(input))
  return [
    ...saidOf(resource, bareResource(resource)).map((name) => `declaration.${name}`),
    ...parts.flatMap((name) => saidOf(resource[name] ?? {}, {}).map((option) => `${name}.${option}`)),
    ...(inbox?.lists ?? []).flatMap((list) => saidOf(list, {}).map((option) => `list of an inbox.${option}`)),
    ...modes.flatMap((mode) => saidOf(mode, {}).map((option) => `mode of sheets.${option}`)),
    ...columns.flatMap((column) => saidOf(column, {}).map((option) => `column of sheets.${option}`)),
    ...Object.values(verbs).flatMap((verb) => saidOf(verb, {}).map((option) => `verb.${option}`)),
    ...[...Object.values(fields), ...inputs].flatMap(optionsOfField),
  ]
}

/** The resources that use each option, by its name. */
const usersOf = (some: readonly Resource[]): ReadonlyMap<string, readonly string[]> => {
  const users = new Map<string, string[]>()
  for (const resource of some)
    for (const option of new Set(optionsOf(resource))) users.set(option, [...(users.get(option) ?? []), resource.name])
  return users
}

describe('an option of declarations', () => {
  const users = usersOf(resources)

  it('has more than one user, or is a matter of the one (its file, its screens, its read model)', () => {
    const few = [...users].flatMap(([option, names]) => (names.length === 1 ? [option] : []))
    // Options within spreadsheets are counted once these have a second user themselves.
    const isWithin = (option: string) => /\bsheets\./.test(option) && users.get('declaration.sheets')?.length === 1
    const unexplained = few.filter((option) => !Object.hasOwn(alone, option) && !toCome.includes(option))
    expect(unexplained.filter((option) => !isWithin(option))).toEqual([])
    expect(Object.keys(alone).filter((option) => !users.has(option))).toEqual([])
  })

  it('that the worked example alone has is one of few', () => {
    const shown = [...usersOf([tender]).keys()]
    expect(shown.filter((option) => !users.has(option) && !toCome.includes(option))).toEqual([])
    expect(toCome.filter((option) => !shown.includes(option))).toEqual([])
  })

  it('is seen wherever it stands', () => {
    console.info(`${users.size} options`)
    expect(users.size).toBeGreaterThan(60)
    const seen: readonly (readonly [option: string, names: readonly string[]])[] = [
      ['declaration.slug', ['post', 'category', 'page']],
      ['declaration.isSingleton', ['homepage', 'menubar', 'configuration']],
      ['portal.neighboursBy', ['post', 'page']],
      ['field.inverse', ['user', 'employee']],
      ['field.isAcyclic', ['page', 'employee']],
      ['verb.from', ['request', 'job_application']],
      ['list of an inbox.receivers', ['request', 'job_application']],
      ['sheets.modes', ['employee']],
      ['mode of sheets.verb', ['employee']],
      ['column of sheets.by', ['employee']],
    ]
    for (const [option, names] of seen) expect(users.get(option), option).toEqual(expect.arrayContaining([...names]))
    expect(usersOf([employee]).get('field.isAcyclic'), 'a lone one').toEqual(['employee'])
    expect(usersOf([employee]).has('declaration.slug')).toBe(false)
  })
})
