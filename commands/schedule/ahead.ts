import { actorNamed } from '../../domain/event.ts'
import type { Message } from '../../domain/message.ts'
import type { PersonActor } from '../../domain/person.ts'
import { Rejected } from '../../domain/rejected.ts'
import type { Resource } from '../../domain/resource.ts'
import { eventId, type Log } from '../../event-store/log.ts'
import type { Dispatch } from '../command.ts'
import type { Item } from '../jobs/job.ts'
import { runItem } from '../jobs/run-item.ts'
import { isRefusal, messageOfRefusal } from '../refusal.ts'
import { type Due, mostAhead, tooMany } from './schedule.ts'

/** A planned command that would be refused. */
export type RefusedAhead = { resource: string; record: number | null; verb: string; at: Date; message: Message | null }

export type Ahead = { planned: number; refused: RefusedAhead[] }

type Parts = {
  /** Where events stay in memory (event-store/overlay.ts), and what writes to it. */
  log: Log
  dispatchAt: (now: () => Date) => Dispatch
  resources: readonly Resource[]
  permissionsOf: (actor: PersonActor) => Promise<readonly string[]>
  now: () => Date
  /** Told after each job; answers what follows from its events for later. */
  follow: () => Promise<readonly Due[]>
}

const notThere = () => new Rejected('There is no such record any more.', 'missing')

/** Carries out what is due until a moment as the scheduler would, each at its time, in memory. @throws Rejected for too many commands */
export const carryOutAhead = async (parts: Parts, due: readonly Due[], until: Date): Promise<Ahead> => {
  const { log, resources, permissionsOf, now } = parts
  const waiting = [...due]
  const ahead: Ahead = { planned: 0, refused: [] }
  let clock = now()
  const dispatch = parts.dispatchAt(() => clock)

  const run = async ({ id, person, isScheduled }: Due, item: Item) => {
    const resource = resources.find(({ name }) => name === item.resource)
    if (!resource) throw notThere()
    const actor = actorNamed(person)
    const { type, id: number } = actor
    const perms = type === 'system' ? null : await permissionsOf({ type, id: Number(number) })
    const command = {
      resource,
      verb: item.verb,
      actor,
      perms,
      commandId: eventId(id, item.index),
      causationId: id,
      sent: item.sent ?? {},
      isFirstTry: true,
      ...(item.record === null ? {} : { id: item.record }),
      ...(item.version === null ? {} : { ifVersion: item.version }),
    }
    await runItem({ log, dispatch }, command, item, isScheduled)
  }

  const tryItem = async (job: Due, item: Item) => {
    ahead.planned += 1
    if (ahead.planned > mostAhead) throw tooMany()
    try {
      await run(job, item)
    } catch (error) {
      if (!isRefusal(error)) throw error
      const { resource, record, verb } = item
      ahead.refused.push({ resource, record, verb, at: job.at, message: messageOfRefusal(error) })
    }
  }

  for (let job = waiting.shift(); job; job = waiting.shift()) {
    // What is overdue is done now.
    if (job.at > clock) clock = job.at
    for (const item of job.items) await tryItem(job, item)
    const more = (await parts.follow()).filter(({ at }) => at <= until)
    waiting.push(...more)
    waiting.sort((one, other) => one.at.getTime() - other.at.getTime())
  }
  return ahead
}
