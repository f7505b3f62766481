import type { Json } from '../domain/event.ts'
import { fieldProblem, rejectFields } from '../domain/rejected.ts'
import type { OtherEnd } from '../domain/fields/relations.ts'
import type { Resource } from '../domain/resource.ts'
import { eventId, type Log } from '../event-store/log.ts'
import { authorise } from './authorise.ts'
import type { Command, Dispatch, Outcome } from './command.ts'
import { loadRecord } from './record.ts'
import { refusedBy } from './refusal.ts'
import { isStale, retryOnConflict } from './retry.ts'

type Parts = {
  log: Log
  dispatch: Dispatch
  /** The records whose field points at one, Trash apart; waits for the projection first. */
  holdersOf: (holder: Resource, field: string, id: number) => Promise<readonly number[]>
}

/** The records that are to point at the one that a command is about. */
export type Asked = { end: OtherEnd; holder: Resource; ids: readonly number[] }

const idsIn = (value: Json | undefined): number[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'number') : []

/** A dispatch of edits that say, besides the record's own fields, which others point at it: each of those is edited too. */
export const bothEnds = ({ log, dispatch, holdersOf }: Parts) => {
  const idsAbove = async (holder: Resource, field: string, id: number): Promise<number[]> =>
    idsIn((await loadRecord(log, holder, id)).state.values[field])

  /** Everything that following the field leads to, once these no longer point at `id`. */
  const reachedFrom = async (
    holder: Resource,
    field: string,
    from: readonly number[],
    without: readonly number[],
    id: number,
  ) => {
    const seen = new Set<number>()
    const waiting = [...from]
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (seen.has(at)) continue
      seen.add(at)
      for (const next of await idsAbove(holder, field, at)) if (next !== id || !without.includes(at)) waiting.push(next)
    }
    return seen
  }

  const checkThere = async ({ end, holder, ids }: Asked): Promise<void> => {
    for (const id of ids) {
      const { status } = (await loadRecord(log, holder, id)).state
      if (status === 'active' || status === 'inactive') continue
      rejectFields([fieldProblem(end.name, 'unknown', '{label} is not a known choice', { label: end.label })])
    }
  }

  /** True when what is taken away has to go first, because the record is to point at it now. @throws Rejected for a circle */
  const checkCircle = async (command: Command, { end, holder, ids }: Asked, removed: readonly number[]) => {
    const { resource, id = 0, sent = {} } = command
    if (!end.isAcyclic || holder.name !== resource.name) return false
    const given = resource.fields[end.field]?.input.safeParse(sent[end.field] ?? [])
    const above = Object.hasOwn(sent, end.field)
      ? idsIn(given?.success ? given.data : [])
      : await idsAbove(holder, end.field, id)
    const reached = await reachedFrom(holder, end.field, above, removed, id)
    if (ids.includes(id) || ids.some((one) => reached.has(one)))
      rejectFields([
        fieldProblem(end.name, 'circle', '{label} would lead back to this {record}', {
          label: end.label,
          record: resource.label.toLowerCase(),
        }),
      ])
    return removed.some((one) => reached.has(one))
  }

  /** Makes one record point at `id` or no longer; again when others changed it meanwhile. */
  const point = (command: Command, { end, holder }: Asked, one: number, id: number, isOn: boolean) =>
    retryOnConflict(isStale, async () => {
      const { state } = await loadRecord(log, holder, one)
      const held = idsIn(state.values[end.field])
      const next = isOn ? [...held.filter((other) => other !== id), id] : held.filter((other) => other !== id)
      const { actor, perms, correlationId, commandId: causationId } = command
      const commandId = eventId(causationId, one)
      const plain = { resource: holder, verb: 'edit', id: one, actor, perms, commandId, causationId }
      return dispatch({
        ...plain,
        ...(correlationId === undefined ? {} : { correlationId }),
        sent: { [end.field]: next },
        ifVersion: state.version,
      })
    })

  const withLatest = (outcome: Outcome, others: readonly Outcome[]): Outcome =>
    others.reduce(
      (latest, { position }) =>
        position !== null && (latest.position === null || position > latest.position)
          ? { ...latest, position }
          : latest,
      outcome,
    )

  return async (command: Command, asked: Asked): Promise<Outcome> => {
    const { end, holder, ids } = asked
    const known = command.verb === 'create' || !command.id ? [] : await holdersOf(holder, end.field, command.id)
    const removed = known.filter((id) => !ids.includes(id))
    const added = ids.filter((id) => !known.includes(id))
    if (removed.length + added.length > 0)
      authorise({ ...command, resource: holder, verb: 'edit', sent: { [end.field]: [] } })
    let isSwap = false
    const checks = [
      () => checkThere({ ...asked, ids: added }),
      async () => {
        isSwap = await checkCircle(command, asked, removed)
      },
    ]
    const { refusal } = await refusedBy(checks, command.refusal)
    if (refusal) return dispatch({ ...command, refusal })
    const change = async (all: readonly number[], id: number, isOn: boolean) => {
      const outcomes: Outcome[] = []
      for (const one of all) outcomes.push(await point(command, asked, one, id, isOn))
      return outcomes
    }
    if (!isSwap) {
      const outcome = await dispatch(command)
      const taken = await change(removed, outcome.id, false)
      return withLatest(outcome, [...taken, ...(await change(added, outcome.id, true))])
    }
    const { [end.field]: _, ...others } = command.sent ?? {}
    // Nothing is taken away for an edit that is refused for another reason.
    await dispatch({ ...command, sent: others, files: {}, isDryRun: true })
    const taken = await change(removed, command.id ?? 0, false)
    const outcome = await dispatch(command)
    return withLatest(outcome, [...taken, ...(await change(added, outcome.id, true))])
  }
}
