import type { ServerResponse } from 'node:http'
import type { Pool } from 'pg'
import type { Reader } from '../../commands/identity/sessions/session.ts'
import type { SignIn } from '../../commands/identity/sign-in/sign-in.ts'
import type { PersonActor } from '../../domain/person.ts'
import { mayRead } from '../../domain/permission.ts'
import { Rejected } from '../../domain/rejected.ts'
import { streamOf } from '../../domain/event.ts'
import type { Resource } from '../../domain/resource.ts'
import type { Config } from '../../platform/config.ts'
import { listenTo } from '../../platform/database/listener.ts'
import type { Logger } from '../../platform/logger.ts'
import { backOff, changeSignal } from '../../platform/signal.ts'
import { changedBefore, changesSince, isKept, liveChannel } from '../../projections/consumers/changes.ts'
import { recordIn } from '../../projections/consumers/presence.ts'
import { toldOf } from '../../projections/consumers/broadcast.ts'
import type { Projector } from '../../projections/running/projector.ts'
import { boundaryWatch } from './boundaries.ts'
import { type Hint, hintsOf, rightsOf } from './hints.ts'

/** What came after a position; `isAll` when that is too much to say, or no longer known: everything may have changed. */
export type Told = { position: string; isAll: boolean; changes: Hint[]; perms: readonly string[] }

type Parts = {
  pool: Pool
  logger: Logger
  resources: readonly Resource[]
  signIn: Pick<SignIn, 'readersOf'>
  projector: Pick<Projector, 'waitFor'>
  /** Its factor multiplies how many streams one person may have. */
  config: Pick<Config, 'authLimitsFactor'>
}

type Stream = { signInId: string; person: string; answer: ServerResponse; position: bigint; rights: string }
type Comer = { signInId: string; reader: Reader; after: bigint | null; answer: ServerResponse }

// In a process; a browser needs one for all of its tabs.
const mostStreams = { person: 20, inAll: 5_000 }

const heartbeat = 20_000
// What comes closer together is told together.
const breath = 50
const mostChanges = 500
// A client that takes nothing is let go; it catches up when it comes back.
const mostWaiting = 64_000
// A page was read at most so long before its stream opened.
const pageLoad = 10

const message = (data: object, { event, id }: { event?: string; id?: bigint } = {}): string =>
  `${event === undefined ? '' : `event: ${event}\n`}${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`

/** The event streams of this process: tells each reader what changed as soon as the read models hold it (docs/decisions/projections/0090). */
export const liveHub = ({ pool, logger, resources, signIn, projector, config }: Parts) => {
  const streams = new Set<Stream>()
  const closed = new AbortController()
  const noticed = changeSignal()
  const opened: { resource: string; id: number }[] = []
  const warn = (text: string, error: unknown) => logger.warn({ err: error }, text)
  const raise = (notice = '') => {
    const record = recordIn(notice)
    if (record && streams.size > 0) opened.push(record)
    noticed.raise()
  }
  const listener = listenTo(pool, liveChannel, { raise }, warn)
  const boundaries = boundaryWatch(pool, resources, heartbeat)
  let running: Promise<void> | null = null
  let beaten = Date.now()

  const send = ({ answer }: Stream, text: string) => {
    if (answer.writableLength > mostWaiting) answer.destroy()
    else answer.write(text)
  }

  const tellPresence = (readers: ReadonlyMap<string, Reader>) => {
    for (const { resource, id } of opened.splice(0)) {
      const area = resources.find(({ name }) => name === resource)?.area ?? null
      const text = message({ resource, id }, { event: 'presence' })
      for (const stream of streams) if (mayRead({ area }, readers.get(stream.signInId)?.perms ?? [])) send(stream, text)
    }
  }

  /** What the clock changed: no event says so. */
  const tellBoundaries = async (standing: readonly Stream[], readers: ReadonlyMap<string, Reader>) => {
    const crossed = await boundaries.look()
    if (crossed.length === 0) return
    const hints = hintsOf(crossed.map((one) => ({ ...one, isBroadcast: true, isOwned: false, author: null })))
    for (const stream of standing) {
      const reader = readers.get(stream.signInId)
      const changes = reader && streams.has(stream) ? hints(reader) : []
      if (changes.length > 0) send(stream, message({ changes }))
    }
  }

  /** Lets go whose sign-in has ended, and tells who may do something else than before. */
  const checkReaders = (standing: readonly Stream[], readers: ReadonlyMap<string, Reader>) => {
    for (const stream of standing) {
      if (!streams.has(stream)) continue
      const reader = readers.get(stream.signInId)
      if (!reader) {
        send(stream, message({}, { event: 'over' }))
        stream.answer.end()
        streams.delete(stream)
        continue
      }
      const rights = rightsOf(reader)
      if (stream.rights !== rights) send(stream, message({ perms: reader.perms }, { event: 'rights' }))
      stream.rights = rights
    }
  }

  /** What a reader is told of the changes after a position; once for all who stand there. */
  const tellers = async (from: bigint) => {
    const changes = await changesSince(pool, from, mostChanges)
    const last = BigInt(changes.at(-1)?.position ?? from)
    if (changes.length > 0 && !(await projector.waitFor(last, 2_000))) return null
    const told = await toldOf(pool, resources, changes)
    boundaries.heed(told)
    const known = new Map<bigint, ReturnType<typeof hintsOf>>()
    const after = (position: bigint) => {
      const hints = known.get(position) ?? hintsOf(told.filter((one) => BigInt(one.position) > position))
      known.set(position, hints)
      return hints
    }
    return { last, isMore: changes.length === mostChanges, after }
  }

  const tell = async () => {
    const standing = [...streams]
    const from = standing.reduce((low, { position }) => (position < low ? position : low), standing[0]?.position ?? 0n)
    // First: what a reader may do is read from the read models too, and no second notice comes when they have it.
    const found = await tellers(from)
    const readers = await signIn.readersOf([...new Set(standing.map(({ signInId }) => signInId))])
    // Whoever joins meanwhile was not asked about.
    checkReaders(standing, readers)
    tellPresence(readers)
    if (found === null || found.isMore) noticed.raise()
    if (found === null) return
    const { last, after } = found
    const texts = new Map<Hint[], string>()
    for (const stream of standing) {
      const reader = readers.get(stream.signInId)
      if (!reader || !streams.has(stream) || stream.position >= last) continue
      const changes = after(stream.position)(reader)
      stream.position = last
      if (changes.length === 0) continue
      const text = texts.get(changes) ?? message({ changes }, { id: last })
      texts.set(changes, text)
      send(stream, text)
    }
    await tellBoundaries(standing, readers)
  }

  const beat = () => {
    if (Date.now() - beaten < heartbeat) return
    beaten = Date.now()
    for (const stream of streams) send(stream, ':\n\n')
  }

  const run = async () => {
    for (let attempt = 0; !closed.signal.aborted; ) {
      const ticket = noticed.ticket()
      try {
        if (streams.size > 0) await tell()
        attempt = 0
      } catch (error) {
        warn('live updates cannot be read, trying again', error)
        attempt += 1
      }
      beat()
      const pause = changeSignal()
      await pause.wait(pause.ticket(), attempt > 0 ? backOff(attempt) : breath, closed.signal)
      if (attempt === 0) await noticed.wait(ticket, streams.size > 0 ? boundaries.pause() : heartbeat, closed.signal)
    }
  }

  const standing = async (after: bigint | null): Promise<{ position: bigint; isAll: boolean }> => {
    if (after === null) return { position: await changedBefore(pool, pageLoad), isAll: false }
    if (!(await isKept(pool, after))) return { position: await changedBefore(pool, 0), isAll: true }
    const [last] = (await changesSince(pool, after, mostChanges + 1)).slice(mostChanges)
    return last ? { position: await changedBefore(pool, 0), isAll: true } : { position: after, isAll: false }
  }

  const refuseTooMany = (person: string) => {
    if (streams.size >= mostStreams.inAll)
      throw new Rejected('Too many event streams are open. Please ask for what changed instead.', 'unavailable', {
        data: { retryAfter: 30 },
      })
    let own = 0
    for (const stream of streams) if (stream.person === person) own += 1
    if (own >= Math.max(1, mostStreams.person * config.authLimitsFactor))
      throw new Rejected('Too many event streams of yours are open. Please close some windows.', 'throttled', {
        data: { retryAfter: 30 },
      })
  }

  return {
    /** @throws Rejected when the person or all together have too many open */
    check: (actor: PersonActor) => refuseTooMany(streamOf(actor.type, actor.id)),
    /** Keeps telling an answer whose head is written, until it ends or its sign-in does; first what its reader may do, which may be news. */
    join: async ({ signInId, reader, after, answer }: Comer): Promise<void> => {
      listener.start()
      running ??= run()
      const { actor, perms } = reader
      const person = streamOf(actor.type, actor.id)
      const stream = { signInId, person, answer, position: 0n, rights: rightsOf(reader) }
      answer.on('close', () => streams.delete(stream))
      const { position, isAll } = await standing(after)
      stream.position = position
      if (answer.destroyed || closed.signal.aborted) return void answer.end()
      send(stream, message({ isAll, perms }, { event: 'ready', id: position }))
      streams.add(stream)
      noticed.raise()
    },
    /** The same for who asks now and then instead. */
    since: async (reader: Reader, after: bigint | null): Promise<Told> => {
      const { position, isAll } = await standing(after)
      const { perms } = reader
      if (isAll) return { position: String(position), isAll, changes: [], perms }
      const found = await tellers(position)
      return found === null
        ? { position: String(position), isAll: false, changes: [], perms }
        : { position: String(found.last), isAll: false, changes: found.after(position)(reader), perms }
    },
    close: async (): Promise<void> => {
      closed.abort()
      for (const { answer } of streams) answer.end()
      streams.clear()
      await Promise.all([listener.close(), running])
    },
  }
}

export type LiveHub = ReturnType<typeof liveHub>
