import pLimit from 'p-limit'
import { Rejected } from '../../domain/rejected.ts'
import { lazily } from '../lazy/lazily.ts'
import { openThread } from '../lazy/thread.ts'
import type { ContentAnswer, ContentJob } from './content-job.ts'
import type { ScopedCss } from './css.ts'
import type { Cleaned } from './html.ts'

export type ContentCleaner = {
  /** As `cleanHtml`. @throws Rejected also when the text takes more than 20 s. */
  cleanHtml(html: string): Promise<Cleaned>
  /** As `scopeCss`. @throws Rejected when the text takes more than 20 s. */
  scopeCss(css: string, scope: string): Promise<ScopedCss>
  close(): Promise<void>
}

// Measured: 8,000 characters of the worst kind take less than 40 ms here; a round trip to the worker less than 1 ms.
const workerFrom = 8000
const maximumTime = 20_000
const maximumIdle = 600_000
const tooSlow = 'The text takes too long to check. Please simplify it.'

// Loaded with the first text: the parsers take an eighth of the time that a start takes to load.
const here = lazily(async () => ({ ...(await import('./html.ts')), ...(await import('./css.ts')) }))

/** Cleans big texts in a thread, one at a time, without keeping the process alive; a text that takes too long costs the thread. */
export const contentCleaner = (): ContentCleaner => {
  const thread = openThread<ContentJob, ContentAnswer>(new URL('./content-worker.ts', import.meta.url), {
    name: 'answer',
    idleTimeout: maximumIdle,
  })
  // The time of a text counts from its turn, not from when it was asked for.
  const inTurn = pLimit(1)
  let isClosed = false

  const run = async (job: ContentJob): Promise<ContentAnswer> => {
    const signal = AbortSignal.timeout(maximumTime)
    try {
      if (!isClosed) return await thread.run(job, signal)
    } catch (error) {
      if (signal.aborted) throw new Rejected(tooSlow, 'validation')
      if (!isClosed) throw error
    }
    throw new Error('the content cleaner is closed')
  }
  const ask = async (job: ContentJob) => {
    const answer = await inTurn(() => run(job))
    if (answer.kind === 'refused') throw new Rejected(answer.id, 'validation', { values: answer.values })
    return answer
  }
  return {
    async cleanHtml(html) {
      if (html.length <= workerFrom) return (await here()).cleanHtml(html)
      const answer = await ask({ kind: 'html', text: html })
      return answer.kind === 'html' ? answer.result : refuseMix()
    },
    async scopeCss(css, scope) {
      if (css.length <= workerFrom) return (await here()).scopeCss(css, scope)
      const answer = await ask({ kind: 'css', text: css, scope })
      return answer.kind === 'css' ? answer.result : refuseMix()
    },
    close: async () => {
      isClosed = true
      await thread.close()
    },
  }
}

const refuseMix = (): never => {
  throw new Error('the content worker answered another question')
}
