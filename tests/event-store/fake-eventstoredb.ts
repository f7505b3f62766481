import { once } from 'node:events'
import {
  type sendUnaryData,
  Server,
  ServerCredentials,
  type ServerReadableStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  status,
} from '@grpc/grpc-js'
import { takeBatches } from './fake-eventstoredb-batches.ts'
import { eventsOf, placeOf, refuse, write } from './fake-eventstoredb-log.ts'
import {
  type AppendAsked,
  type AppendRequest,
  type AppendResponse,
  confirmation,
  eventResponse,
  featureServices,
  notFound,
  offersBatches,
  type ReadRequest,
  type ReadResponse,
  readAppend,
  services,
  type StoredEvent,
  streamName,
} from './fake-eventstoredb-messages.ts'

/**
 * What the server does with an append: answer; never answer; write and never answer; write and break off;
 * answer that the version is wrong; fail with UNKNOWN, which does not make the client connect anew.
 */
export type AppendBehaviour = 'answer' | 'ignore' | 'lose' | 'break' | 'wrong' | 'unknown'

/** A server that speaks EventStoreDB's protocol out of the client's own stubs, keeps its log over restarts and misbehaves on request. */
export type FakeServer = {
  readonly url: string
  readonly log: readonly StoredEvent[]
  /** How often each method was called, and from which addresses. */
  readonly seen: {
    appends: number
    batchAppends: number
    reads: number
    /** Of these, how many any node of a cluster would answer. */
    readsOfAnyNode: number
    subscriptions: number
    sent: number
    peers: Set<string>
    /** When the first append would have been reset by its client, in milliseconds since 1970. */
    nextDeadline: number
  }
  behaviour: {
    append: (asked: AppendAsked) => AppendBehaviour
    read: 'answer' | 'ignore'
    subscription: 'deliver' | 'mute'
  }
  mostInFlight(): number
  kill(): void
  start(): Promise<void>
  /** Ends every subscription with OK. */
  endSubscriptions(): void
}

type Call = ServerWritableStream<ReadRequest, ReadResponse>
type State = Omit<FakeServer, 'log' | 'url' | 'kill' | 'start' | 'endSubscriptions' | 'mostInFlight'> & {
  log: StoredEvent[]
  live: Map<Call, () => void>
  lives: number
  inFlight: number
  mostInFlight: number
}

export async function fakeEventStoreDb(): Promise<FakeServer> {
  const state: State = {
    log: [],
    live: new Map(),
    lives: 1,
    inFlight: 0,
    mostInFlight: 0,
    seen: {
      appends: 0,
      batchAppends: 0,
      reads: 0,
      readsOfAnyNode: 0,
      subscriptions: 0,
      sent: 0,
      peers: new Set(),
      nextDeadline: Number.POSITIVE_INFINITY,
    },
    behaviour: { append: () => 'answer', read: 'answer', subscription: 'deliver' },
  }
  let server = makeServer(state)
  const port = await bind(server, 0)
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    log: state.log,
    seen: state.seen,
    behaviour: state.behaviour,
    mostInFlight: () => state.mostInFlight,
    kill() {
      state.lives += 1
      state.live.clear()
      server.forceShutdown()
    },
    async start() {
      server = makeServer(state)
      await bind(server, port)
    },
    endSubscriptions() {
      for (const call of state.live.keys()) call.end()
      state.live.clear()
    },
  }
}

function bind(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    )
  })
}

function makeServer(state: State): Server {
  const server = new Server()
  const refusal = { code: status.UNIMPLEMENTED, details: 'not in the fake' }
  server.addService(services.StreamsService, {
    read(call: Call) {
      state.seen.peers.add(call.getPeer())
      // A client that goes away ends its call; nobody else is interested in the error.
      call.on('error', () => {})
      void (call.request.getOptions()?.hasSubscription() ? subscribe(state, call) : read(state, call))
    },
    append: appendHandler(state),
    batchAppend: (call: Parameters<typeof takeBatches>[0]) => {
      state.seen.batchAppends += 1
      const { lives } = state
      takeBatches(call, {
        log: state.log,
        behaviourOf: (asked) => state.behaviour.append(asked),
        wake: () => state.live.forEach((wake) => wake()),
        isKilled: () => state.lives !== lives,
      })
    },
    delete: (_call: ServerUnaryCall<unknown, unknown>, answer: sendUnaryData<unknown>) => answer(refusal),
    tombstone: (_call: ServerUnaryCall<unknown, unknown>, answer: sendUnaryData<unknown>) => answer(refusal),
  })
  server.addService(featureServices.ServerFeaturesService, {
    getSupportedMethods: (_call: ServerUnaryCall<unknown, unknown>, answer: sendUnaryData<unknown>) =>
      answer(null, offersBatches()),
  })
  return server
}

function appendHandler(state: State) {
  const { lives } = state
  const isKilled = () => state.lives !== lives
  return async (call: ServerReadableStream<AppendRequest, AppendResponse>, answer: sendUnaryData<AppendResponse>) => {
    state.seen.peers.add(call.getPeer())
    state.seen.appends += 1
    state.seen.nextDeadline = Math.min(state.seen.nextDeadline, Number(call.getDeadline()))
    state.inFlight += 1
    state.mostInFlight = Math.max(state.mostInFlight, state.inFlight)
    try {
      const requests = []
      for await (const request of call) requests.push(request)
      // Nothing is written after a kill. But a request that the client resets in the middle counts as whole,
      // and its first part is written: so does EventStoreDB 23.10.
      if (isKilled()) return
      const asked = readAppend(requests)
      const behaviour = state.behaviour.append(asked)
      if (behaviour === 'ignore') return
      if (behaviour === 'unknown') return answer({ code: status.UNKNOWN, details: 'the fake was told to' })
      if (behaviour === 'wrong') return answer(null, refuse(state.log, asked))
      const response = write(state.log, asked)
      for (const wake of state.live.values()) wake()
      if (behaviour === 'lose') return
      if (behaviour === 'break') return answer({ code: status.UNAVAILABLE, details: 'the fake was told to' })
      answer(null, response)
    } catch {
      // The client has gone away in the middle of its request: nobody is there to be told.
    } finally {
      state.inFlight -= 1
    }
  }
}

async function read(state: State, call: Call): Promise<void> {
  state.seen.reads += 1
  if (call.metadata.get('requires-leader')[0] !== 'true') state.seen.readsOfAnyNode += 1
  if (state.behaviour.read === 'ignore') return
  const options = call.request.getOptions()
  const count = Number(options?.getCount())
  const isBackwards = options?.getReadDirection() === 1
  const [all, stream] = [options?.getAll(), options?.getStream()]
  const position = BigInt(all?.getPosition()?.getCommitPosition() ?? (all?.hasEnd() ? 2 ** 62 : 0))
  const name = stream && streamName(stream.getStreamIdentifier())
  const of = name === undefined ? state.log : eventsOf(state.log, name)
  if (name !== undefined && of.length === 0) call.write(notFound(name))
  const at = name === undefined ? placeOf(of, position) : Number(stream?.getRevision() ?? 0)
  const isOfStream = name !== undefined
  const from = isBackwards && !isOfStream ? Math.max(0, at - count) : at
  const end = isBackwards ? (isOfStream ? of.length : at) : at + count
  const found = of.slice(from, end)
  for (const event of (isBackwards ? found.toReversed() : found).slice(0, count)) await send(state, call, event)
  call.end()
}

async function subscribe(state: State, call: Call): Promise<void> {
  state.seen.subscriptions += 1
  let position = BigInt(call.request.getOptions()?.getAll()?.getPosition()?.getCommitPosition() ?? -1)
  let isSending = false
  const wake = async () => {
    if (isSending || state.behaviour.subscription === 'mute') return
    isSending = true
    for (let next = after(state, position); next && state.live.has(call); next = after(state, position)) {
      position = next.position
      await send(state, call, next)
    }
    isSending = false
  }
  state.live.set(call, () => void wake())
  call.on('close', () => state.live.delete(call))
  call.on('cancelled', () => state.live.delete(call))
  call.write(confirmation())
  await wake()
}

function after(state: State, position: bigint): StoredEvent | undefined {
  let at = placeOf(state.log, position + 1n)
  while (state.log[at]?.type.startsWith('$')) at += 1
  return state.log[at]
}

async function send(state: State, call: Call, event: StoredEvent): Promise<void> {
  state.seen.sent += 1
  if (call.write(eventResponse(event))) return
  const done = new AbortController()
  const endings = ['drain', 'close', 'cancelled'].map((name) => once(call, name, { signal: done.signal }))
  await Promise.race(endings).catch(() => {})
  for (const ending of endings) ending.catch(() => {})
  done.abort()
}
