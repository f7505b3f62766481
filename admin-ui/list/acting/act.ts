import type { QueryClient } from '@tanstack/react-query'
import type { StandardVerb } from '../../../domain/verbs/standard-verb.ts'
import type { Resource } from '../../../domain/resource.ts'
import { type Results, resultsSchema } from '../../../ui-shared/api/answers.ts'
import { api } from '../../../ui-shared/api/client.ts'
import { ApiError } from '../../../ui-shared/api/error.ts'
import { say, t } from '../../../ui-shared/i18n.ts'
import { showAlert, showError } from '../../../ui-shared/overlay/alert.tsx'
import { ask } from '../../../ui-shared/overlay/confirm.tsx'
import { toastSuccess } from '../../../ui-shared/overlay/toast.tsx'
import { isDraft } from '../../publishing/is-draft.ts'
import { type Row, titleOf } from '../row.ts'
import { type RecordVerb, recordVerbs } from '../verbs.ts'

// Delete has a method of its own on the wire, all others are paths.
const send = (
  resource: Resource,
  verb: StandardVerb,
  rows: readonly Row[],
  version?: number,
  body?: unknown,
): Promise<Results> => {
  const path = `/${resource.name}/${rows.map(({ id }) => id).join(',')}`
  if (verb === 'delete') return api.delete(path, { as: resultsSchema, version })
  return api.post(`${path}/${verb}`, { as: resultsSchema, version, ...(body === undefined ? {} : { body }) })
}

// Another record has the address by now; the restore takes another one (X20).
const isAddressTaken = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 409 && error.errors.some(({ property }) => property === 'slug')

// Null when a restore needed another address and was called off.
const perform = async (...sent: Parameters<typeof send>): Promise<Results | null> => {
  try {
    return await send(...sent)
  } catch (error) {
    const [resource, verb, [row]] = sent
    if (verb !== 'restore' || !row || !isAddressTaken(error)) throw error
    // Rarely needed, so loaded when it is.
    const { restoreElsewhere } = await import('./restore-dialog.tsx')
    return restoreElsewhere(resource, row)
  }
}

const maxNames = 5

const namesOf = (rows: readonly Row[]): string[] => {
  const names = rows.slice(0, maxNames).map(titleOf)
  return rows.length > maxNames ? [...names, t('and {count} more', { count: rows.length - maxNames })] : names
}

// What makes a draft public says so.
const wordsFor = (resource: Resource, verb: RecordVerb, rows: readonly Row[]) => {
  const { label, question } = recordVerbs[verb]
  const drafts = verb === 'activate' ? rows.filter((row) => isDraft(resource, row)).length : 0
  if (drafts === 0) return { title: t(question), words: namesOf(rows), action: t(label) }
  const shown = t('Employees see it in the portal at once.')
  if (drafts === rows.length)
    return { title: t('Publish now?'), words: [...namesOf(rows), shown], action: t('Publish now') }
  const some = t(
    '{count, plural, one {# draft} other {# drafts}} among them: employees see them in the portal at once.',
    { count: drafts },
  )
  return { title: t(question), words: [...namesOf(rows), some], action: t(label) }
}

/** Asks before a verb; the names of what it is about stand in the question. */
export const askFor = (resource: Resource, verb: RecordVerb, rows: readonly Row[]): Promise<boolean> =>
  ask({ ...wordsFor(resource, verb, rows), isDanger: verb === 'delete' })

const reportFailures = (rows: readonly Row[], results: Results): number[] => {
  const failed = results.results?.filter((result) => !result.ok) ?? []
  if (failed.length === 0) return []
  const lines = failed.map(({ id, message, says }) => {
    const row = rows.find((one) => one.id === id)
    return `${row ? titleOf(row) : `#${id}`}: ${say(message, says ?? undefined)}`
  })
  showAlert(t('{done} of {total} done', { done: rows.length - failed.length, total: rows.length }), lines)
  return failed.map(({ id }) => id)
}

type Place = { resource: Resource; client: QueryClient; setBusy: (isBusy: boolean) => void }

/** Asks, sends, tells with Undo, and reads anew. Answers the ids that failed, null when nothing was sent. */
export const act = async (
  { resource, client, setBusy }: Place,
  verb: RecordVerb,
  rows: readonly Row[],
  version?: number,
): Promise<number[] | null> => {
  const refresh = () => client.invalidateQueries({ queryKey: [resource.name] })
  const undo = async (opposite: StandardVerb, done: readonly Row[]) => {
    try {
      // What was published by mistake is the draft again that it was.
      const { publishing } = resource
      const isDraftAgain = publishing && opposite === 'deactivate' && done.every((row) => isDraft(resource, row))
      const body = isDraftAgain ? { [publishing.draft]: true } : undefined
      const results = await perform(resource, opposite, done, undefined, body)
      if (results && reportFailures(done, results).length === 0) toastSuccess(say(results.message))
    } catch (error) {
      showError(error)
    }
    await refresh()
  }
  if (!(await askFor(resource, verb, rows))) return null
  setBusy(true)
  try {
    const results = await perform(resource, verb, rows, version)
    if (!results) return rows.map(({ id }) => id)
    const failed = reportFailures(rows, results)
    const { undo: opposite, changes } = recordVerbs[verb]
    const done = rows.filter((row) => !failed.includes(row.id) && changes(!row.deletedAt))
    if (failed.length === 0)
      toastSuccess(say(results.message), done.length > 0 ? () => void undo(opposite, done) : undefined)
    return failed
  } catch (error) {
    // Rarely needed, so loaded when it is.
    const [row] = rows
    const moved = verb === 'delete' && row ? await (await import('./move.ts')).move(client, resource, row, error) : null
    if (moved === null) await (await import('./refusal.ts')).showRefusal(error, { client, resource, verb, rows })
    return moved === true ? [] : rows.map(({ id }) => id)
  } finally {
    await refresh()
    setBusy(false)
  }
}
