import pg from 'pg'
import { eventStoreDb } from '../../../event-store/eventstoredb/store.ts'
import type { EventStore, RecordedEvent } from '../../../event-store/port.ts'
import { postgresEventStore } from '../../../event-store/postgres/store.ts'
import { openPool } from '../../../platform/database/pool.ts'
import { silentLog } from '../../../platform/logger.ts'
import type { World } from './world.ts'

/** What the log holds, as far as it was read, and the commands that keys were given. */
export type History = {
  pool: pg.Pool
  /** Reads on; answers what contradicts itself. */
  readOn(): Promise<string[]>
  /** The events of each command, as streams and types. */
  eventsOf(commandId: string): readonly string[]
  /** Commands of people on streams of these resources since the history was opened, by their ids, but for those of `world.jobs`. */
  commandsOn(resources: readonly string[]): ReadonlySet<string>
  has(stream: string): boolean
  /** Of the last event that was read. */
  position(): bigint
  close(): Promise<void>
}

const page = 1_000

const storeOf = (world: World, pool: pg.Pool): Promise<EventStore> =>
  world.log ? eventStoreDb({ url: world.log.url, pool }) : postgresEventStore({ pool })

/** Follows the log of a world past its proxies, from where it is now. */
export const openHistory = async (world: World): Promise<History> => {
  const pool = openPool(world.postgres.urlAt(world.postgres.port()), silentLog, 'test')
  const revisions = new Map<string, number>()
  const ids = new Set<string>()
  const commands = new Map<string, string[]>()
  const streamsOf = new Map<string, Set<string>>()
  let position = 0n
  let isBefore = true
  const take = ({ stream, revision, position: at, id, type, meta }: RecordedEvent): string[] => {
    const expected = (revisions.get(stream) ?? -1) + 1
    const wrong = [
      ...(revision === expected ? [] : [`V2: ${stream} has revision ${revision} after ${expected - 1}`]),
      ...(at > position ? [] : [`V2: position ${at} comes after ${position}`]),
      ...(ids.has(id) ? [`V2: the event ${id} is there twice`] : []),
    ]
    revisions.set(stream, revision)
    ids.add(id)
    position = at
    commands.set(meta.commandId, [...(commands.get(meta.commandId) ?? []), `${stream} ${type}`])
    const [resource = ''] = stream.split('-')
    if (!isBefore && meta.actor.type !== 'system' && !world.jobs.has(meta.causationId))
      streamsOf.set(resource, (streamsOf.get(resource) ?? new Set()).add(meta.commandId))
    return wrong
  }
  const readOn = async () => {
    const store = await storeOf(world, pool)
    const wrong: string[] = []
    try {
      for (let read = page; read === page; ) {
        const events = await store.readAll(position, page)
        for (const event of events) wrong.push(...take(event))
        read = events.length
      }
    } finally {
      await store.close()
    }
    return wrong
  }
  await readOn()
  isBefore = false
  return {
    pool,
    readOn,
    eventsOf: (commandId) => commands.get(commandId) ?? [],
    commandsOn: (resources) => new Set(resources.flatMap((one) => [...(streamsOf.get(one) ?? [])])),
    has: (stream) => revisions.has(stream),
    position: () => position,
    close: () => pool.end(),
  }
}
