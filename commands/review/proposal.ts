import { isSame, textOf } from '../../domain/json.ts'
import { readSent } from '../../domain/review/entry.ts'
import { isToBeShown } from '../../domain/publishing.ts'
import type { Json } from '../../domain/event.ts'
import type { Values } from '../../domain/fields/values.ts'
import type { RecordState, Resource } from '../../domain/resource.ts'
import type { review } from '../../domain/resources/review.ts'
import { eventId, type Log } from '../../event-store/log.ts'
import type { Command, Dispatch, Outcome } from '../command.ts'
import { runItem } from '../jobs/run-item.ts'

type Parts = { log: Log; dispatch: Dispatch }

/** What is proposed of a record, as its review holds it. */
export type Proposal = Pick<Values<typeof review.fields>, 'kind' | 'record' | 'verb' | 'sent' | 'cause'>

type By = Pick<Command, 'actor' | 'perms' | 'correlationId' | 'isDryRun'> & {
  /** The version of the record that whoever publishes it looked at. */
  version?: number
}

/**
 * Does what is proposed, as the scheduler does what is planned: an edit leaves alone what others changed of other fields since. `round` tells
 * one proposal of a review from the next, so that each is done once. @throws Rejected, stale where the same was changed
 */
export const carryOut = (
  { log, dispatch }: Parts,
  resource: Resource,
  proposal: Proposal,
  { version, ...by }: By,
  round = 0,
): Promise<Outcome> => {
  const { verb, cause } = proposal
  const { seen, values: sent } = readSent(proposal.sent)
  const record = Number(proposal.record)
  const ifVersion = verb === 'edit' ? seen : version
  const command = {
    ...by,
    resource,
    verb,
    id: record,
    sent,
    commandId: eventId(cause, round),
    causationId: cause,
    ...(ifVersion === undefined ? {} : { ifVersion }),
  }
  const item = { index: 0, resource: resource.name, record, verb, sent, version: seen, since: null }
  return runItem({ log, dispatch }, command, item, true)
}

export type ProposedChange = { field: string; label: string; from: Json; to: Json }

/** What a proposal changes of what the public is shown; all of a record of which nothing is shown yet. */
export const changesOf = (
  resource: Resource,
  { before, state }: Pick<Outcome, 'before' | 'state'>,
): ProposedChange[] => {
  const was = before ?? state
  const isShown = isToBeShown(resource, was)
  const wasOf = (name: string, initial: Json) => (isShown ? (was.values[name] ?? initial) : initial)
  const fields = Object.entries(resource.fields).flatMap(([name, { label, initial, kind }]) => {
    const [from, to] = [wasOf(name, initial), state.values[name] ?? initial]
    return kind === 'secret' || isSame(from, to) ? [] : [{ field: name, label, from, to }]
  })
  const [from, to] = [was, state].map(({ slugs }) => slugs.at(-1) ?? null)
  const moved = from === to ? [] : [{ field: 'slug', label: 'Address', from: from ?? null, to: to ?? null }]
  const put =
    was.status === state.status ? [] : [{ field: 'status', label: 'Status', from: was.status, to: state.status }]
  return [...fields, ...moved, ...put]
}

/** What a record is called. */
export const nameOf = ({ recordLabel }: Resource, { values }: Pick<RecordState, 'values'>): string =>
  recordLabel
    .map((name) => textOf(values[name]))
    .filter(Boolean)
    .join(' ')
