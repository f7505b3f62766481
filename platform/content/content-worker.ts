import { Rejected } from '../../domain/rejected.ts'
import type { ContentAnswer, ContentJob } from './content-job.ts'
import { scopeCss } from './css.ts'
import { cleanHtml } from './html.ts'

/** What the thread does with a text. A refusal is answered, because an error loses its class on the way between threads. */
export const answer = (job: ContentJob): ContentAnswer => {
  try {
    if (job.kind === 'css') return { kind: 'css', result: scopeCss(job.text, job.scope) }
    return { kind: 'html', result: cleanHtml(job.text) }
  } catch (error) {
    if (error instanceof Rejected) return { kind: 'refused', id: error.id, values: error.values }
    throw error
  }
}
