import type { AsyncLocalStorage } from 'node:async_hooks'
import { channel, tracingChannel } from 'node:diagnostics_channel'

/** What is told where it happens, to whoever listens in this process; where nobody does it costs a look at a list that is empty. */
export type Told<T> = {
  isHeard(): boolean
  tell(message: T): void
  /** Answers how to stop listening. */
  hear(listener: (message: T) => void): () => void
}

const told = <T>(name: string): Told<T> => {
  const own = channel(`atrium.${name}`)
  return {
    isHeard: () => own.hasSubscribers,
    tell: (message) => own.publish(message),
    hear: (listener) => {
      // Only `tell` publishes here, whose type is known.
      const heard = (message: unknown) => listener(message as T)
      own.subscribe(heard)
      return () => own.unsubscribe(heard)
    },
  }
}

/** What became of work: how long it took, what it answered, and what was thrown. */
export type Ended = { ms: number; result?: unknown; error?: unknown }

/** Work that can be listened to: told of once it has ended. */
export type Watched<T> = {
  isHeard(): boolean
  around<R>(about: T, work: () => Promise<R>): Promise<R>
  /** Answers how to stop listening. */
  hear(listener: (about: T, ended: Ended) => void): () => void
  /** Makes something of each beginning, which is at hand in `active` for all that the work does, and is handed to `end`. */
  follow<S>(active: AsyncLocalStorage<S>, begin: (about: T) => S, end: (state: S, ended: Ended) => void): () => void
}

type Running<T> = { about: T; began: number; result?: unknown; error?: unknown }

type Begun<T> = ReturnType<typeof tracingChannel<unknown, Running<T>>>['start']

const endedOf = <T>({ began, result, ...rest }: Running<T>): Ended => ({
  ms: performance.now() - began,
  result,
  ...('error' in rest ? { error: rest.error } : {}),
})

const watched = <T>(name: string): Watched<T> => {
  const events = tracingChannel<unknown, Running<T>>(`atrium.${name}`)
  const { start, asyncEnd } = events
  const isHeard = () => start.hasSubscribers || asyncEnd.hasSubscribers
  return {
    isHeard,
    around: (about, work) => (isHeard() ? events.tracePromise(work, { about, began: performance.now() }) : work()),
    hear: (listener) => {
      const ended = (message: unknown) => {
        // Only `around` publishes here, whose type is known.
        const running = message as Running<T>
        listener(running.about, endedOf(running))
      }
      asyncEnd.subscribe(ended)
      return () => asyncEnd.unsubscribe(ended)
    },
    follow: (active, begin, end) => followed(start, asyncEnd, active, begin, end),
  }
}

const followed = <T, S>(
  start: Begun<T>,
  asyncEnd: Pick<Begun<T>, 'subscribe' | 'unsubscribe'>,
  active: AsyncLocalStorage<S>,
  begin: (about: T) => S,
  end: (state: S, ended: Ended) => void,
): (() => void) => {
  const states = new WeakMap<Running<T>, S>()
  start.bindStore(active, (running) => {
    const state = begin(running.about)
    states.set(running, state)
    return state
  })
  const ended = (message: unknown) => {
    // As above.
    const running = message as Running<T>
    const state = states.get(running)
    if (state !== undefined) end(state, endedOf(running))
  }
  asyncEnd.subscribe(ended)
  return () => {
    start.unbindStore(active)
    asyncEnd.unsubscribe(ended)
  }
}

/** A request as it begins: the span that it comes from, where the caller named one, and what ties together all that follows from it. */
export type Requested = { method: string; route: string; correlation: string; parent: string | null }

/** What read models were made of: `began` is when, in milliseconds. */
export type Projected = {
  began: number
  events: readonly { stream: string; type: string; meta: Cause }[]
}

/** What a command or a request brought about ties together: the ids that its events have. */
export type Cause = { correlationId: string; commandId: string }

/** An answered request: the pattern of its route and its status; `ms` since it came. */
export type Answered = { method: string; route: string; status: number; ms: number }

/** What can be heard of this process: numbers and names of declarations, and nothing of anybody. */
export const observed = {
  answered: told<Answered>('answered'),
  /** A command that others were faster than, and that is decided anew. */
  conflict: told<{ resource: string }>('conflict'),
  command: watched<{ resource: string; verb: string }>('command'),
  append: watched<{ stream: string; events: number; commandId: string; correlation: string }>('append'),
  /** From its first hook until it is answered. */
  request: watched<Requested>('request'),
  projected: told<Projected>('projected'),
  /** A try to send a mail; `cause` is null for one that no event brought about. */
  mail: watched<{ kind: string; cause: Cause | null }>('mail'),
}
