import { randomUUID } from 'node:crypto'
import type { Json } from '../../domain/event.ts'
import { rootOf } from '../../domain/fields/walk.ts'
import { isSame } from '../../domain/json.ts'
import type { Message } from '../../domain/message.ts'
import { Rejected } from '../../domain/rejected.ts'
import type { RecordState, Resource } from '../../domain/resource.ts'
import { fold } from '../../domain/evolve.ts'
import { type Contested, type Goal, isChoice, partOf, planOf } from '../../domain/revert/plan.ts'
import type { Command, Dispatch } from '../command.ts'
import type { Loaded } from '../record.ts'

/** A part that a revert would change, from what it is to what it would be; `problem` says why it cannot be. */
export type PartChange = { name: string; from: Json; to: Json; problem: Message | null }

/** What a revert would change; what has to be chosen; and the secrets that stay although they were others then. */
export type Preview = {
  version: number
  changes: readonly PartChange[]
  contested: readonly (Contested & { isChoice: boolean })[]
  secrets: readonly string[]
  /** Why nothing of it can be, where that is no matter of one part. */
  problem: Message | null
}

const plainly = ({ id, values }: Message): Message => ({ id, values })

type Refusals = { problems: ReadonlyMap<string, Message>; problem: Message | null }

/** The refusal of a revert of these parts alone, null when it could be done. @throws Rejected for a record that is not there */
const tryParts = async (dispatch: Dispatch, command: Command, parts: readonly string[]): Promise<Rejected | null> => {
  try {
    const sent = { ...command.sent, fields: parts }
    await dispatch({ ...command, sent, commandId: randomUUID(), isDryRun: true })
    return null
  } catch (error) {
    if (!(error instanceof Rejected) || error.kind === 'missing') throw error
    return error
  }
}

/** Which of the parts a refusal is about, each with why. */
const namedIn = (resource: Resource, { problems }: Rejected, parts: readonly string[]) =>
  problems.flatMap(({ property, id, values }): [string, Message][] => {
    const part = partOf(resource, rootOf(property))
    return parts.includes(part) ? [[part, { id, values }]] : []
  })

/** What stands in the way of each part: the very checks of the revert, on ever fewer parts until nothing is refused. */
const refusalsOf = async (dispatch: Dispatch, command: Command, parts: readonly string[]): Promise<Refusals> => {
  const problems = new Map<string, Message>()
  let left = parts
  while (left.length > 0) {
    const refused = await tryParts(dispatch, command, left)
    if (!refused) break
    let found = namedIn(command.resource, refused, left)
    if (found.length === 0 && left.length === 1) found = left.map((part) => [part, plainly(refused)])
    if (found.length === 0)
      for (const part of left) {
        const alone = await tryParts(dispatch, command, [part])
        if (alone) found.push([part, plainly(alone)])
      }
    if (found.length === 0) return { problems, problem: plainly(refused) }
    for (const [part, message] of found) problems.set(part, message)
    left = left.filter((part) => !problems.has(part))
  }
  return { problems, problem: null }
}

const valueIn = (state: RecordState, name: string): Json => {
  if (name === 'status') return state.status
  return name === 'slug' ? (state.slugs.at(-1) ?? null) : (state.values[name] ?? null)
}

/** What a revert of a record would do, without doing it. @param loaded with all of its events */
export const previewOf = async (
  dispatch: Dispatch,
  command: Command,
  { state, events }: Pick<Loaded, 'state' | 'events'>,
  goal: Goal,
): Promise<Preview> => {
  const { resource } = command
  const { data, contested } = planOf(resource, state, events, goal)
  const parts = [...new Set(Object.keys(data).map((name) => partOf(resource, name)))]
  const { problems, problem } = await refusalsOf(dispatch, command, parts)
  const then = 'version' in goal ? fold(resource, state.id, events.slice(0, goal.version)) : state
  return {
    version: state.version,
    changes: parts.map((name) => ({
      name,
      from: valueIn(state, name),
      to: data[name] ?? valueIn(then, name),
      problem: problems.get(name) ?? null,
    })),
    contested: contested.map((one) => ({ ...one, isChoice: isChoice(resource, one.name) })),
    secrets: Object.entries(resource.fields).flatMap(([name, { kind }]) =>
      kind === 'secret' && !isSame(then.values[name], state.values[name]) ? [name] : [],
    ),
    problem,
  }
}
