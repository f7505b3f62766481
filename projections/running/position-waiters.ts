import type pg from 'pg'
import { changeSignal } from '../../platform/signal.ts'
import { listenTo } from '../../platform/database/listener.ts'
import type { Logger } from '../../platform/logger.ts'

/** The channel on which a leader says that the read models have moved. */
export const projectedChannel = 'projected'

const pollMilliseconds = 100

export type PositionWaiters = {
  reached(): bigint
  /** True once the read models have the position, false after `timeoutMs`. */
  waitFor(position: bigint, timeoutMs: number): Promise<boolean>
  move(position: bigint): void
  close(): Promise<void>
}

/** `readPosition` asks the database while another leads; with `isLeading`, `move` tells. */
export const positionWaiters = (parts: {
  pool: pg.Pool
  logger: Logger
  readPosition(): Promise<bigint>
  isLeading(): boolean
}): PositionWaiters => {
  const { pool, logger, readPosition, isLeading } = parts
  const waiting = new Set<{ position: bigint; leave(isReached: boolean): void }>()
  const changed = changeSignal()
  const closed = new AbortController()
  const listener = listenTo(pool, projectedChannel, changed, (message, error) => logger.warn({ err: error }, message))
  let reached = -1n
  let isPolling = false

  const move = (position: bigint) => {
    reached = position
    for (const one of waiting) if (one.position <= position) one.leave(true)
  }

  const ask = async () => {
    try {
      const position = await readPosition()
      // Whoever has taken the lead meanwhile knows better.
      if (!isLeading()) move(position)
    } catch (error) {
      logger.warn({ err: error }, 'the checkpoint of the read models cannot be read')
    }
  }

  const poll = async () => {
    if (isPolling) return
    isPolling = true
    while (waiting.size > 0 && !closed.signal.aborted) {
      const ticket = changed.ticket()
      if (!isLeading()) {
        listener.start()
        await ask()
      }
      if (waiting.size > 0) await changed.wait(ticket, pollMilliseconds, closed.signal)
    }
    isPolling = false
  }

  const waitFor = (position: bigint, timeoutMs: number): Promise<boolean> => {
    if (position <= reached) return Promise.resolve(true)
    if (closed.signal.aborted) return Promise.resolve(false)
    return new Promise((resolve) => {
      const one = {
        position,
        leave(isReached: boolean) {
          clearTimeout(timer)
          waiting.delete(one)
          resolve(isReached)
        },
      }
      const timer = setTimeout(() => one.leave(false), timeoutMs)
      waiting.add(one)
      void poll()
    })
  }

  return {
    reached: () => reached,
    waitFor,
    move,
    async close() {
      closed.abort()
      for (const one of waiting) one.leave(false)
      await listener.close()
    },
  }
}
