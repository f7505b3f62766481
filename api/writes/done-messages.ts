import type { Message } from '../../domain/message.ts'
import { isPlainDraft } from '../../domain/publishing.ts'
import type { RecordState, Resource } from '../../domain/resource.ts'

const updated = {
  one: '{record} updated.',
  many: '{count} {plural} updated.',
  some: '{count} of {total} {plural} updated.',
}

/** What was done, by verb: to one record, to several, and to some of many. */
const doneIds: Readonly<Record<string, { one: string; many: string; some: string }>> = {
  create: {
    one: '{record} created.',
    many: '{count} {plural} created.',
    some: '{count} of {total} {plural} created.',
  },
  edit: updated,
  activate: {
    one: '{record} activated.',
    many: '{count} {plural} activated.',
    some: '{count} of {total} {plural} activated.',
  },
  deactivate: {
    one: '{record} deactivated.',
    many: '{count} {plural} deactivated.',
    some: '{count} of {total} {plural} deactivated.',
  },
  delete: {
    one: '{record} deleted.',
    many: '{count} {plural} deleted.',
    some: '{count} of {total} {plural} deleted.',
  },
  restore: {
    one: '{record} restored.',
    many: '{count} {plural} restored.',
    some: '{count} of {total} {plural} restored.',
  },
  revert: {
    one: '{record} reverted.',
    many: '{count} {plural} reverted.',
    some: '{count} of {total} {plural} reverted.',
  },
}

/** With its first letter in upper case. */
export const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** What a finished verb says: "Post created.", or the verb's own sentence. */
export const doneMessage = ({ label, plural, verbs }: Resource, verb: string, count = 1): Message => {
  const { one, many } = doneIds[verb] ?? updated
  if (count !== 1) return { id: many, values: { count, plural } }
  const own = verbs[verb]?.done
  return own ? { id: own, values: {} } : { id: one, values: { record: label } }
}

/** What is said of a new record: one that begins as a draft is not there for anybody yet. */
export const createdMessage = (resource: Resource, { values }: Pick<RecordState, 'values'>): Message => {
  const { publishing, label } = resource
  if (publishing === undefined || values[publishing.draft] !== true) return doneMessage(resource, 'create')
  const id = isPlainDraft(resource, values)
    ? '{record} saved as a draft.'
    : '{record} saved. It stays a draft until it is published at its moment.'
  return { id, values: { record: label } }
}

/** What a verb says that was done to `count` of many. */
export const partlyDoneMessage = ({ plural }: Resource, verb: string, count: number, total: number): Message => ({
  id: (doneIds[verb] ?? updated).some,
  values: { count, total, plural },
})
