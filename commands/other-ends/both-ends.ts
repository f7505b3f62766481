import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { actorNamed, type Json, streamOf } from '../../domain/event.ts'
import { fieldProblem, rejectFields } from '../../domain/rejected.ts'
import type { OtherEnd } from '../../domain/fields/relations.ts'
import type { Resource } from '../../domain/resource.ts'
import { eventId, type Log } from '../../event-store/log.ts'
import { authorise } from '../authorise.ts'
import type { Command, Dispatch, Outcome } from '../command.ts'
import { loadRecord } from '../record.ts'
import { isRefusal, NotInForce, refusedBy } from '../refusal.ts'
import { isStale, retryOnConflict } from '../retry.ts'
import { type EndsPromise, endsPromises } from './promises.ts'

type Parts = {
  pool: Pool
  log: Log
  resources: readonly Resource[]
  dispatch: Dispatch
  /** The records whose field points at one, Trash apart; waits for the projection first. */
  holdersOf: (holder: Resource, field: string, id: number) => Promise<readonly number[]>
}

/** The records that are to point at the one that a command is about. */
export type Asked = { end: OtherEnd; holder: Resource; ids: readonly number[] }

type Relation = { end: Pick<OtherEnd, 'field'>; holder: Resource }

// Taking back is a command of its own.
const takenBackBy = (commandId: string) => eventId(commandId, 0)

const originOf = ({ actor, perms, commandId, correlationId, isFirstTry }: Command): Origin => ({
  by: { actor, perms, causationId: commandId, ...(correlationId === undefined ? {} : { correlationId }) },
  takenBackBy: takenBackBy(commandId),
  isFirstTry: isFirstTry === true,
})

const unlessRefused = (error: unknown): void => {
  if (!isRefusal(error)) throw error
}

const idsIn = (value: Json | undefined): number[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'number') : []

/** Whose the edits of the other records are, what they belong to, and what takes them back. */
type Origin = {
  by: Pick<Command, 'actor' | 'perms' | 'correlationId'> & { causationId: string }
  takenBackBy: string
  isFirstTry?: boolean
}

/** Edits that say, besides the record's own fields, which others point at it: each of those is edited too, all of them or none. */
export const bothEnds = ({ pool, log, resources, dispatch: dispatchPlain, holdersOf }: Parts) => {
  const promises = endsPromises(pool)

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
  const point = (
    dispatch: Dispatch,
    { by, takenBackBy: back, isFirstTry }: Origin,
    { end, holder }: Relation,
    one: number,
    id: number,
    isOn: boolean,
  ) =>
    retryOnConflict(isStale, async () => {
      const { state, events } = await loadRecord(log, holder, one, isFirstTry ? null : 0)
      // What was taken back since a first try would be found as done.
      const isAnew = events.some(({ meta }) => meta.causationId === back)
      const others = idsIn(state.values[end.field]).filter((other) => other !== id)
      return dispatch({
        ...by,
        resource: holder,
        verb: 'edit',
        id: one,
        commandId: isAnew ? randomUUID() : eventId(by.causationId, one),
        sent: { [end.field]: isOn ? [...others, id] : others },
        ifVersion: state.version,
      })
    })

  const withLatest = (outcome: Outcome, others: readonly Outcome[]): Outcome =>
    others.reduce<Outcome>(
      (latest, { position }) =>
        position !== null && (latest.position === null || position > latest.position)
          ? { ...latest, position }
          : latest,
      { ...outcome, isRevertible: others.length === 0 },
    )

  /** What an edit changes of the others; `isSwap` where they have to let go first. @throws Rejected */
  const planned = async (command: Command, asked: Asked) => {
    const { end, holder, ids } = asked
    const before = command.verb === 'create' || !command.id ? [] : await holdersOf(holder, end.field, command.id)
    const removed = before.filter((id) => !ids.includes(id))
    const added = ids.filter((id) => !before.includes(id))
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
    return { before, removed, added, isSwap, refusal }
  }

  type Plan = Awaited<ReturnType<typeof planned>>

  /** Writes the record and all others. */
  const writeAll = async (command: Command, asked: Asked, plan: Plan, dispatch: Dispatch, key: EndsPromise) => {
    const change = async (all: readonly number[], id: number, isOn: boolean) => {
      const outcomes: Outcome[] = []
      for (const one of all) outcomes.push(await point(dispatch, originOf(command), asked, one, id, isOn))
      return outcomes
    }
    const { removed, added, isSwap } = plan
    const before = isSwap ? await change(removed, command.id ?? 0, false) : []
    const keepId = async (drawn: number) => {
      const id = (await command.keepId?.(drawn)) ?? drawn
      await promises.name(key, id)
      return id
    }
    const outcome = await dispatch({ ...command, keepId })
    try {
      await promises.fallDue(key)
      const after = isSwap ? [] : await change(removed, outcome.id, false)
      return withLatest(outcome, [...before, ...after, ...(await change(added, outcome.id, true))])
    } catch (error) {
      // Where the record is written, whoever was faster at the others makes this no refusal of the call: it is completed later.
      throw isRefusal(error) && outcome.position !== null ? new NotInForce(outcome.position) : error
    }
  }

  /** Brings every record to where it belongs: as was wanted once the record itself is written, else as it was before. */
  const settle = async (promise: EndsPromise): Promise<void> => {
    const { commandId, resource, id, before, wanted, person, correlationId } = promise
    const holder = resources.find(({ name }) => name === promise.holder)
    if (holder && id !== null) {
      const { events } = await log.read(streamOf(resource, id))
      const isWritten = promise.isDue || events.some(({ meta }) => meta.commandId === commandId)
      const goal = isWritten ? wanted : before
      const back = takenBackBy(commandId)
      const by = { actor: actorNamed(person), perms: null, causationId: isWritten ? commandId : back }
      const origin = { by: correlationId === null ? by : { ...by, correlationId }, takenBackBy: back }
      for (const one of new Set([...before, ...wanted]))
        await point(dispatchPlain, origin, { end: promise, holder }, one, id, goal.includes(one)).catch(unlessRefused)
    }
    await promises.forget(promise)
  }

  return {
    /** @throws Rejected, and what `dispatch` does: then it is completed, or taken back, later */
    edit: async (command: Command, asked: Asked, dispatch: Dispatch): Promise<Outcome> => {
      const plan = await planned(command, asked)
      const { refusal, before, removed, added, isSwap } = plan
      if (refusal) return dispatch({ ...command, refusal })
      if (removed.length + added.length === 0) return dispatch(command)
      const { end, holder, ids } = asked
      const { [end.field]: _, ...others } = command.sent ?? {}
      // Nothing is taken away for an edit that is refused for another reason.
      if (isSwap) await dispatch({ ...command, sent: others, files: {}, isDryRun: true })
      const promise = {
        commandId: command.commandId,
        resource: command.resource.name,
        id: command.id ?? null,
        holder: holder.name,
        field: end.field,
        before,
        wanted: ids,
        isDue: false,
        person: streamOf(command.actor.type, command.actor.id),
        correlationId: command.correlationId ?? null,
      }
      // An earlier try may have taken some away already.
      const kept = { ...promise, before: await promises.make(promise) }
      try {
        const outcome = await writeAll(command, asked, plan, dispatch, promise)
        await promises.forget(promise)
        return outcome
      } catch (error) {
        // What was changed at others before one of them refused comes back.
        if (isRefusal(error)) await settle(kept)
        throw error
      }
    },
    /** Completes what is overdue. @throws what the first that could not be completed did, after all others */
    complete: async (): Promise<void> => {
      const failures: unknown[] = []
      for (const promise of await promises.overdue())
        await settle(promise).catch((error: unknown) => void failures.push(error))
      if (failures.length > 0) throw failures[0]
    },
  }
}

export type BothEnds = ReturnType<typeof bothEnds>
