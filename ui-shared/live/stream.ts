import * as z from 'zod/mini'
import { anything } from '../api/answers.ts'
import { api } from '../api/client.ts'
import { onSessionEnd } from '../api/session-end.ts'
import { noteActs } from './acts.ts'

const hintSchema = z.object({ resource: z.string(), id: z.optional(z.number()) })

/** What is heard: some records changed, everything may have, what the reader may do, a form was opened or left, or the sign-in is over. */
const heardSchema = z.union([
  z.object({ kind: z.literal('changes'), changes: z.array(hintSchema) }),
  z.object({ kind: z.literal('presence'), resource: z.string(), id: z.number() }),
  z.object({ kind: z.literal('rights'), perms: z.array(z.string()) }),
  z.object({ kind: z.enum(['all', 'over']) }),
])
export type Heard = z.infer<typeof heardSchema>
export type Hint = z.infer<typeof hintSchema>

const carriedSchema = z.object({ heard: z.nullable(heardSchema), position: z.string() })
const sinceSchema = z.object({
  data: z.object({
    position: z.string(),
    isAll: z.boolean(),
    changes: z.array(hintSchema),
    perms: z.array(z.string()),
  }),
})
const changesSchema = z.object({ changes: z.array(hintSchema) })
const rightsSchema = z.object({ perms: z.array(z.string()) })
const readySchema = z.object({ isAll: z.boolean(), perms: z.array(z.string()) })

const name = 'atrium.live'
const slowest = 30_000

const listeners = new Set<(heard: Heard) => void>()
let position = ''

/** Calls back with what is heard. Returns the way out. */
export const onHeard = (listener: (heard: Heard) => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

// Asking is enough: a refusal ends the session here as well.
const checkSession = () => api.get('/me', { as: anything }).catch(() => undefined)

const deliver = (heard: Heard | null, at: string): void => {
  position = at
  if (!heard) return
  if (heard.kind === 'over') void checkSession()
  for (const listener of listeners) listener(heard)
}

const readerOf = (tell: (heard: Heard | null, at: string) => void): Record<string, (event: MessageEvent) => void> => {
  const data = (event: MessageEvent): unknown => JSON.parse(String(event.data))
  return {
    message: (event) => tell({ kind: 'changes', ...changesSchema.parse(data(event)) }, event.lastEventId),
    // Rights that changed while nobody listened are told by no event.
    ready: (event) => {
      const { isAll, perms } = readySchema.parse(data(event))
      tell(isAll ? { kind: 'all' } : { kind: 'rights', perms }, event.lastEventId)
    },
    presence: (event) => tell(heardSchema.parse(Object.assign({ kind: 'presence' }, data(event))), position),
    rights: (event) => tell({ kind: 'rights', ...rightsSchema.parse(data(event)) }, position),
    over: () => tell({ kind: 'over' }, position),
  }
}

/** One connection; the browser renews it by itself. Ends when the server refuses it, and at once when `ended` is. */
const listen = (tell: (heard: Heard | null, at: string) => void, ended: AbortSignal, onOpen: () => void) =>
  new Promise<void>((resolve) => {
    const source = new EventSource(`/api/live${position && `?after=${position}`}`)
    const close = () => {
      source.close()
      resolve()
    }
    for (const [event, read] of Object.entries(readerOf(tell))) source.addEventListener(event, read)
    source.addEventListener('open', onOpen)
    source.addEventListener('error', () => source.readyState === EventSource.CLOSED && close())
    ended.addEventListener('abort', close, { once: true })
  })

const keepListening = async (tell: (heard: Heard | null, at: string) => void, ended: AbortSignal) => {
  for (let pause = 1_000; !ended.aborted; pause = Math.min(slowest, pause * 2)) {
    await listen(tell, ended, () => {
      pause = 1_000
    })
    if (ended.aborted) return
    await checkSession()
    // Not all at once, when a server has come back.
    await wait(pause * (0.5 + Math.random()))
  }
}

// Whoever joins a tab that holds the stream has not been told what changed while this page was loading.
const catchUp = async () => {
  const { held = [] } = await navigator.locks.query()
  if (!held.some((lock) => lock.name === name)) return
  const { data } = await api.get('/live', { as: sinceSchema })
  deliver(data.isAll ? { kind: 'all' } : { kind: 'changes', changes: data.changes }, data.position)
  deliver({ kind: 'rights', perms: data.perms }, data.position)
}

/**
 * Keeps this browser listening until the sign-in ends. One tab holds the event stream and tells the others; when it is closed,
 * another one goes on from where that was. Without locks (plain http beyond this machine) each tab has its own.
 */
export const startStream = (): void => {
  noteActs()
  const ended = new AbortController()
  onSessionEnd(() => ended.abort())
  if (!navigator.locks) return void keepListening(deliver, ended.signal)
  const channel = new BroadcastChannel(name)
  channel.addEventListener('message', ({ data }) => {
    const { heard, position: at } = carriedSchema.parse(data)
    deliver(heard, at)
  })
  const tell = (heard: Heard | null, at: string) => {
    deliver(heard, at)
    channel.postMessage({ heard, position: at })
  }
  void catchUp().catch(() => undefined)
  navigator.locks
    .request(name, { signal: ended.signal }, () => keepListening(tell, ended.signal))
    .catch(() => undefined)
}
