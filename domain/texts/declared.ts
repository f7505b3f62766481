import { resources } from '../catalog.ts'
import type { Field } from '../fields/field.ts'
import { fieldsWithin } from '../fields/walk.ts'
import { menuGroups } from '../menu.ts'
import { areas } from '../permission.ts'
import { accessDenied } from '../rejected.ts'
import type { Resource } from '../resource.ts'

const textsOfField = ({ label, heading, hint, inverse, options = [], labels = {} }: Field): string[] => [
  ...[label, heading, hint, inverse?.label].filter((text) => text !== undefined),
  ...options.filter((option) => !(option in labels)),
  ...Object.values(labels),
]

/** The texts of a declaration: its names, those of its fields and of their parts, of its verbs and of what these ask. */
export const textsOf = ({
  label,
  plural,
  fields,
  verbs,
  sheets,
  inbox,
  portal,
}: Pick<Resource, 'label' | 'plural' | 'fields' | 'verbs' | 'sheets' | 'inbox' | 'portal'>) => [
  ...(portal?.title === undefined ? [] : [portal.title]),
  ...(inbox?.lists ?? []).map(({ title }) => title),
  label,
  plural,
  ...Object.values(fields).flatMap(fieldsWithin).flatMap(textsOfField),
  ...Object.values(sheets?.modes ?? {}).map((mode) => mode.label),
  ...Object.values(verbs).flatMap((verb) => [
    verb.label,
    verb.done,
    ...Object.values(verb.input ?? {})
      .flatMap(fieldsWithin)
      .flatMap(textsOfField),
  ]),
]

/** Texts that stand in the declarations themselves: names of resources, fields, areas and verbs, with their hints. */
export const declaredTexts: readonly string[] = [
  accessDenied,
  ...menuGroups,
  ...Object.values(areas).map(({ title }) => title),
  ...resources.flatMap(textsOf),
]
