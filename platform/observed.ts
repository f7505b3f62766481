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

/** What became of work: how long it took, and what was thrown. */
export type Ended = { ms: number; error?: unknown }

/** Work that can be listened to: told of once it has ended. */
export type Watched<T> = {
  around<R>(about: T, work: () => Promise<R>): Promise<R>
  /** Answers how to stop listening. */
  hear(listener: (about: T, ended: Ended) => void): () => void
}

type Running<T> = { about: T; began: number; error?: unknown }

const watched = <T>(name: string): Watched<T> => {
  const events = tracingChannel<unknown, Running<T>>(`atrium.${name}`)
  const { start, asyncEnd } = events
  return {
    around: (about, work) =>
      start.hasSubscribers || asyncEnd.hasSubscribers
        ? events.tracePromise(work, { about, began: performance.now() })
        : work(),
    hear: (listener) => {
      const ended = (message: unknown) => {
        // Only `around` publishes here, whose type is known.
        const { about, began, ...rest } = message as Running<T>
        listener(about, { ms: performance.now() - began, ...('error' in rest ? { error: rest.error } : {}) })
      }
      asyncEnd.subscribe(ended)
      return () => asyncEnd.unsubscribe(ended)
    },
  }
}

/** An answered request: the pattern of its route and its status; `ms` since it came. */
export type Answered = { method: string; route: string; status: number; ms: number }

/** What can be heard of this process: numbers and names of declarations, and nothing of anybody. */
export const observed = {
  answered: told<Answered>('answered'),
  /** A command that others were faster than, and that is decided anew. */
  conflict: told<{ resource: string }>('conflict'),
  command: watched<{ resource: string; verb: string }>('command'),
  append: watched<{ stream: string; events: number }>('append'),
}
