import type { Draft } from '../../../ui-shared/drafts.ts'
import { hasLeft } from '../../../ui-shared/session/left.ts'
import { type DraftFor, discardDraft, keepOnServer } from './server-drafts.ts'

const pause = 3_000

/** What is sent next; `onSent` hears of it, with the id that it has on the server. */
export type Work = { of: DraftFor; id: string; draft: Draft; onSent: (id: string, isWhole: boolean) => Promise<void> }

/** Sends the newest of what a form keeps to the server: one at a time, at most every three seconds. What fails goes with the next. */
export const draftSender = () => {
  let waiting: Work | null = null
  let running: Promise<boolean> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastAt = 0
  let isSent = false

  const send = async ({ of, id, draft, onSent }: Work): Promise<boolean> => {
    try {
      if (hasLeft()) return false
      const sent = await keepOnServer(of, id, draft)
      await onSent(sent.id, sent.isWhole)
      return true
    } catch {
      // This device has it.
      return false
    }
  }

  /** Sends what waits, and answers whether the server has the newest. */
  const flush = async (): Promise<boolean> => {
    clearTimeout(timer)
    while (running) await running
    if (!waiting) return isSent
    const work = waiting
    waiting = null
    lastAt = Date.now()
    running = send(work).finally(() => {
      running = null
    })
    isSent = await running
    return isSent
  }

  return {
    plan: (work: Work): void => {
      waiting = work
      clearTimeout(timer)
      timer = setTimeout(() => void flush(), Math.max(0, lastAt + pause - Date.now()))
    },
    flush,
    /** Sends nothing more, once what is on its way has arrived. */
    stop: async (): Promise<void> => {
      clearTimeout(timer)
      waiting = null
      while (running) await running
    },
    discard: discardDraft,
  }
}
