import { changeSignal } from '../../platform/signal.ts'
import { subscribeByPolling } from '../../event-store/polling-subscription.ts'
import {
  type Claim,
  ClaimTaken,
  type EventStore,
  GuardMoved,
  type RecordedEvent,
  StoreUnavailable,
  WrongRevision,
} from '../../event-store/port.ts'
import { type PreparedAppend, parseEvent, prepareAppend } from '../../event-store/prepare.ts'

type Entry = { text: string; id: string; stream: string; revision: number; position: bigint; recordedAt: string }
type GuardState = { revision: bigint; isClosed: boolean }
type State = {
  log: Entry[]
  streams: Map<string, Entry[]>
  ids: Set<string>
  claims: Map<string, string>
  guards: Map<string, GuardState>
}

/** A log that lives and dies with the process: for tests and for trying things out. Keeps the whole contract of the port. */
export const inMemoryEventStore = (): EventStore => {
  const state: State = { log: [], streams: new Map(), ids: new Set(), claims: new Map(), guards: new Map() }
  const grown = changeSignal()
  const closed = new AbortController()
  const entries = () => {
    if (closed.signal.aborted) throw new StoreUnavailable('the log is closed')
    return state.log
  }
  const readAll = async (after: bigint, limit: number) => {
    const start = firstAfter(entries(), after)
    return state.log.slice(start, start + limit).map(recorded)
  }
  return {
    async append(stream, expected, events, conditions) {
      const append = prepareAppend(stream, expected, events, conditions)
      entries()
      const repeated = earlierAppend(state, append)
      if (repeated) return { position: repeated.position, revision: repeated.revision }
      checkAppend(state, append)
      const last = write(state, append)
      grown.raise()
      return { position: last.position, revision: last.revision }
    },
    async read(stream, fromRevision = 0) {
      entries()
      return (state.streams.get(stream) ?? []).slice(fromRevision).map(recorded)
    },
    readAll,
    subscribe(after, signal) {
      const readPage = async (position: bigint) => {
        const events = await readAll(position, 1000)
        return { events, isLast: events.length < 1000 }
      }
      const either = AbortSignal.any([signal, closed.signal])
      return subscribeByPolling({ readPage, grown, pollMilliseconds: 1000, rest: 0, warn: () => {} }, after, either)
    },
    head: async () => entries().at(-1)?.position ?? 0n,
    holder: async (claim) => state.claims.get(claimKey(claim)) ?? null,
    hold: async (holds) => {
      const before = new Map(state.claims)
      for (const { stream, claim } of holds) {
        const key = claimKey(claim)
        state.claims.set(key, state.claims.get(key) ?? stream)
      }
      const taken = holds.flatMap(({ stream, claim }, place) =>
        state.claims.get(claimKey(claim)) === stream ? [] : place,
      )
      if (taken.length > 0) state.claims = before
      return taken
    },
    letGo: async (streams) => {
      for (const [key, stream] of state.claims)
        if (streams.includes(stream) && !state.streams.has(stream)) state.claims.delete(key)
    },
    readGuard: async (name) => ({ ...(state.guards.get(name) ?? unused) }),
    close: async () => closed.abort(),
  }
}

const unused: GuardState = { revision: 0n, isClosed: false }

const claimKey = (claim: Claim): string => JSON.stringify([claim.scope, claim.key])

const recorded = (entry: Entry): RecordedEvent => {
  const { stream, revision, position, recordedAt } = entry
  return { ...parseEvent(entry.text), stream, revision, position, recordedAt }
}

const firstAfter = (log: readonly Entry[], after: bigint): number => {
  // Positions here count from 1 without gaps, so the index is the position; a caller must not rely on it.
  return Number(after > BigInt(log.length) ? BigInt(log.length) : after)
}

const earlierAppend = (state: State, append: PreparedAppend): Entry | null => {
  const start = append.expected === 'none' ? 0 : append.expected + 1
  const there = (state.streams.get(append.stream) ?? []).slice(start, start + append.ids.length)
  const isSame = there.length === append.ids.length && there.every((entry, index) => entry.id === append.ids[index])
  return (isSame && there.at(-1)) || null
}

const checkAppend = (state: State, append: PreparedAppend): void => {
  const stream = state.streams.get(append.stream)
  const actual = stream ? stream.length - 1 : 'none'
  if (actual !== append.expected || append.ids.some((id) => state.ids.has(id))) {
    throw new WrongRevision(append.stream, actual)
  }
  for (const { name, expected, opens } of append.guards) {
    const guard = state.guards.get(name) ?? unused
    if (guard.isClosed && !opens) throw new GuardMoved(name, true)
    if (expected !== 'any' && expected !== guard.revision) throw new GuardMoved(name, guard.isClosed)
  }
  for (const claim of append.claims) {
    const holder = state.claims.get(claimKey(claim))
    if (holder !== undefined && holder !== append.stream) throw new ClaimTaken(claim.scope)
  }
}

const write = (state: State, append: PreparedAppend): Entry => {
  for (const release of append.releases) {
    if (state.claims.get(claimKey(release)) === append.stream) state.claims.delete(claimKey(release))
  }
  for (const claim of append.claims) state.claims.set(claimKey(claim), append.stream)
  for (const { name, closes } of append.guards) {
    const { revision } = state.guards.get(name) ?? unused
    state.guards.set(name, { revision: revision + 1n, isClosed: closes === true })
  }
  const stream = state.streams.get(append.stream) ?? []
  state.streams.set(append.stream, stream)
  const recordedAt = new Date().toISOString()
  const added = append.texts.map((text, index) => {
    const position = BigInt(state.log.length + index + 1)
    return {
      text,
      id: append.ids[index] ?? '',
      stream: append.stream,
      revision: stream.length + index,
      position,
      recordedAt,
    }
  })
  for (const entry of added) {
    stream.push(entry)
    state.log.push(entry)
    state.ids.add(entry.id)
  }
  const last = added.at(-1)
  if (!last) throw new TypeError('an append needs at least one event')
  return last
}
