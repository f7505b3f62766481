import { parentPort } from 'node:worker_threads'
import { Rejected } from '../../domain/rejected.ts'
import type { ContentAnswer, ContentJob } from './content-job.ts'
import { scopeCss } from './css.ts'
import { cleanHtml } from './html.ts'

const answer = (job: ContentJob): ContentAnswer => {
  try {
    if (job.kind === 'css') return { id: job.id, result: scopeCss(job.text, job.scope) }
    return { id: job.id, result: cleanHtml(job.text) }
  } catch (error) {
    return {
      id: job.id,
      isRefusal: error instanceof Rejected,
      message: error instanceof Error ? error.message : String(error),
    }
  }
}

parentPort?.on('message', (job: ContentJob) => parentPort?.postMessage(answer(job)))
