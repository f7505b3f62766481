/** A waiter takes a ticket, looks, and waits with it: what was signalled since then ends the wait at once, so nothing is missed. */
export type ChangeSignal = {
  ticket(): number
  raise(): void
  /** Ends when it was raised after the ticket, after `milliseconds`, or when the signal aborts. Never throws. */
  wait(ticket: number, milliseconds: number, signal: AbortSignal): Promise<void>
}

/** A signal of one process. */
export const changeSignal = (): ChangeSignal => {
  let raised = 0
  const waiting = new Set<() => void>()
  return {
    ticket: () => raised,
    raise() {
      raised += 1
      for (const wake of waiting) wake()
    },
    wait(ticket, milliseconds, signal) {
      if (ticket !== raised || signal.aborted) return Promise.resolve()
      return new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer)
          waiting.delete(wake)
          signal.removeEventListener('abort', wake)
          resolve()
        }
        const timer = setTimeout(wake, milliseconds)
        waiting.add(wake)
        signal.addEventListener('abort', wake)
      })
    },
  }
}

/** Aborts with the first of both. Each listener of an `AbortSignal.any` costs a look at its sources, which who waits again and again feels. */
export const eitherOf = (one: AbortSignal, other: AbortSignal): AbortSignal => {
  const either = new AbortController()
  const abort = () => {
    for (const signal of [one, other]) signal.removeEventListener('abort', abort)
    either.abort()
  }
  for (const signal of [one, other]) signal.addEventListener('abort', abort)
  if (one.aborted || other.aborted) abort()
  return either.signal
}

/** Milliseconds to wait before the given attempt (1, 2, …): doubled from 100 to 10,000, of which a random half is taken off. */
export const backOff = (attempt: number): number => {
  const whole = Math.min(10_000, 100 * 2 ** Math.min(attempt - 1, 10))
  return whole * (0.5 + Math.random() / 2)
}
