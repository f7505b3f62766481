import type { Resource } from '../../domain/resource.ts'
import { t } from '../../ui-shared/i18n.ts'
import { ask } from '../../ui-shared/overlay/confirm.tsx'
import { startJob } from '../jobs/job.ts'
import { useJob } from '../jobs/use-job.ts'
import type { Row } from './row.ts'
import { askFor } from './use-act.ts'
import { type ListState, matchQuery } from './use-list-state.ts'
import { type RecordVerb, recordVerbs, thingsOf } from './verbs.ts'

/**
 * Verbs on many records as a job with progress (spec/decisions X5): on ticked rows, or on everything that the list's query
 * matches; then the server refuses when the number is no longer the one that was seen. Both answer the ids that are left, null
 * when nothing was begun.
 */
export const useMany = (resource: Resource, state: ListState) => {
  const { run, progress, cancel } = useJob()

  const start = async (verb: RecordVerb, total: number, begin: () => Promise<string>): Promise<number[] | null> => {
    const job = await run({ total, start: begin, verb, opposite: recordVerbs[verb].undo })
    return job?.failures.flatMap(({ id }) => id ?? []) ?? null
  }

  const onMatching = async (verb: RecordVerb, expected: number): Promise<number[] | null> => {
    const { action, question } = recordVerbs[verb]
    const count = { count: expected, things: thingsOf(resource, expected) }
    const words = [t('This is about all {count} that match the list.', { count: expected })]
    if (!(await ask({ title: t(question), words, action: t(action, count), isDanger: verb === 'delete' }))) return null
    return start(verb, expected, () =>
      startJob(`/${resource.name}/matching/${verb}`, { expected }, matchQuery(state, resource)),
    )
  }

  const onRows = async (verb: RecordVerb, rows: readonly Row[]): Promise<number[] | null> => {
    if (!(await askFor(verb, rows))) return null
    const commands = rows.map(({ id }) => ({ resource: resource.name, verb, id }))
    return start(verb, rows.length, () => startJob('/job', { commands }))
  }
  return { onMatching, onRows, progress, cancel }
}
