import type { Resource } from '../../domain/resource.ts'
import { t } from '../../ui-shared/i18n.ts'
import { ask } from '../../ui-shared/overlay/confirm.tsx'
import { startJob } from '../jobs/job.ts'
import { useJob } from '../jobs/use-job.ts'
import type { Row } from './row.ts'
import { askFor } from './acting/act.ts'
import { type ListState, matchQuery } from './use-list-state.ts'
import { isRecordVerb, type RecordVerb, recordVerbs, thingsOf } from './verbs.ts'

/** What a verb asks for, as it is sent for each record. */
export type Sent = Readonly<Record<string, unknown>>

/** Verbs on ticked rows or all that match, as a job (X5); answers the ids that are left, null when nothing was begun. */
export const useMany = (resource: Resource, state: ListState) => {
  const { run, progress, cancel } = useJob()

  const start = async (verb: string, total: number, begin: () => Promise<string>): Promise<number[] | null> => {
    const opposite = isRecordVerb(verb) ? recordVerbs[verb].undo : undefined
    const job = await run({ total, start: begin, verb, opposite })
    return job?.failures.flatMap(({ id }) => id ?? []) ?? null
  }

  const startMatching = (verb: string, expected: number, sent?: Sent) =>
    start(verb, expected, () =>
      startJob(
        `/${resource.name}/matching/${verb}`,
        { expected, ...(sent ? { sent } : {}) },
        matchQuery(state, resource),
      ),
    )

  const startRows = (verb: string, rows: readonly Row[], sent?: Sent) => {
    const commands = rows.map(({ id }) => ({ resource: resource.name, verb, id, ...(sent ? { sent } : {}) }))
    return start(verb, rows.length, () => startJob('/job', { commands }))
  }

  const onMatching = async (verb: RecordVerb, expected: number): Promise<number[] | null> => {
    const { action, question } = recordVerbs[verb]
    const count = { count: expected, things: thingsOf(resource, expected) }
    const words = [t('This is about all {count} that match the list.', { count: expected })]
    if (!(await ask({ title: t(question), words, action: t(action, count), isDanger: verb === 'delete' }))) return null
    return startMatching(verb, expected)
  }

  const onRows = async (verb: RecordVerb, rows: readonly Row[]): Promise<number[] | null> =>
    (await askFor(resource, verb, rows)) ? startRows(verb, rows) : null

  return { onMatching, onRows, startMatching, startRows, progress, cancel }
}
