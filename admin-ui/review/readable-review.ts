import type { Field } from '../../domain/fields/field.ts'
import type { Resource } from '../../domain/resource.ts'
import { nameOfVerb } from '../../domain/schedule/words.ts'

const standard = ['create', 'edit', 'activate', 'deactivate', 'delete', 'restore']

/** What a proposal sends, as the fields of the record that it is about and what its verbs are given. */
const asSent = (field: Field, of: Resource): Field => {
  const inputs = Object.values(of.verbs).map(({ input }) => input ?? {})
  return { ...field, kind: 'object', fields: Object.assign({}, ...inputs, of.fields) }
}

/** A review, or a comment on one, as its history is read: what is sent in the fields of its record (`of`); its first version says whose it is. */
export const readableReview = (resource: Resource, of: Resource | null): Resource => {
  const { author, sent, kind, verb: done } = resource.fields
  const verbs = of ? [...standard, ...Object.keys(of.verbs)].map((name) => [name, nameOfVerb(of, name)]) : []
  return {
    ...resource,
    fields: {
      ...resource.fields,
      ...(author ? { author: { ...author, isInternal: true } } : {}),
      ...(of && sent ? { sent: asSent(sent, of) } : {}),
      ...(of && kind ? { kind: { ...kind, labels: { [of.name]: of.label } } } : {}),
      ...(of && done ? { verb: { ...done, labels: Object.fromEntries(verbs) } } : {}),
    },
  }
}
