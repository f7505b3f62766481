import { t } from '../../ui-shared/i18n.ts'
import { entries } from '../resources.ts'
import { isRecordVerb, recordVerbs, thingsOf } from '../list/verbs.ts'

const sentenceOf = (verb: string): string => {
  if (isRecordVerb(verb)) return recordVerbs[verb].done
  if (verb === 'import') return '{count} {things} imported.'
  if (verb === 'create') return '{count} {things} created.'
  if (verb === 'move') return '{count} records moved or deleted.'
  return verb === 'undo' || verb === 'revert' ? '{count} {things} taken back.' : '{count} {things} changed.'
}

/** What a job did to how many records: "3 posts deactivated." */
export const doneWords = ({ verb, resource, done }: { verb: string; resource: string; done: number }): string => {
  const known = entries.find(({ name }) => name === resource)
  return t(sentenceOf(verb), { count: done, things: known ? thingsOf(known, done) : resource })
}
