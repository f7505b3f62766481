import { resources } from '../catalog.ts'
import { menuGroups } from '../menu.ts'
import { areas } from '../permission.ts'
import { accessDenied } from '../rejected.ts'

/** Texts that stand in the declarations themselves: names of resources, fields, areas and verbs, with their hints. */
export const declaredTexts: readonly string[] = [
  accessDenied,
  ...menuGroups,
  ...Object.values(areas).map(({ title }) => title),
  ...resources.flatMap(({ label, plural, fields, verbs }) => [
    label,
    plural,
    ...Object.values(fields).flatMap((field) => [
      field.label,
      ...(field.hint ? [field.hint] : []),
      ...(field.options ?? []),
      ...Object.values(field.labels ?? {}),
    ]),
    ...Object.values(verbs).flatMap((verb) => [verb.label, verb.done]),
  ]),
]
