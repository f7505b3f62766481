import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { Rejected } from '../../domain/rejected.ts'
import type { ContentAnswer, ContentJob } from './content-job.ts'
import { type ScopedCss, scopeCss } from './css.ts'
import { type Cleaned, cleanHtml } from './html.ts'

/** Cleans text without holding up the event loop. */
export type ContentCleaner = {
  /** As `cleanHtml`. @throws Rejected also when the text takes more than 20 s. */
  cleanHtml(html: string): Promise<Cleaned>
  /** As `scopeCss`. @throws Rejected when the text takes more than 20 s. */
  scopeCss(css: string, scope: string): Promise<ScopedCss>
  /** Ends the worker; what is not answered yet is rejected. */
  close(): Promise<void>
}

// Measured: 8,000 characters of the worst kind take less than 40 ms here; a round trip to the worker less than 1 ms.
const workerFrom = 8000
const maximumTime = 20_000
const tooSlow = 'The text takes too long to check. Please simplify it.'

/** One worker thread, started at the first big text; it does one text at a time and never keeps the process alive. */
export function contentCleaner(): ContentCleaner {
  const queue = workerQueue()
  let lastId = 0
  const nextId = () => {
    lastId += 1
    return lastId
  }
  return {
    async cleanHtml(html) {
      if (html.length <= workerFrom) return cleanHtml(html)
      const result = await queue.ask({ id: nextId(), kind: 'html', text: html })
      return 'html' in result ? result : refuseMix()
    },
    async scopeCss(css, scope) {
      if (css.length <= workerFrom) return scopeCss(css, scope)
      const result = await queue.ask({ id: nextId(), kind: 'css', text: css, scope })
      return 'css' in result ? result : refuseMix()
    },
    close: () => queue.close(),
  }
}

type Result = Cleaned | ScopedCss
type Waiting = { job: ContentJob; resolve(result: Result): void; reject(error: Error): void }

/** The first of the queue is at work, the others wait. */
function workerQueue(): { ask(job: ContentJob): Promise<Result>; close(): Promise<void> } {
  const queue: Waiting[] = []
  let worker: Worker | null = null
  let timer: NodeJS.Timeout | undefined

  const next = () => {
    clearTimeout(timer)
    const first = queue[0]
    if (!first) {
      worker?.unref()
      return
    }
    worker ??= startWorker({ settle, fail: (from, error) => worker === from && fail(error) })
    worker.ref()
    timer = setTimeout(() => fail(new Rejected(tooSlow, 'validation')), maximumTime)
    worker.postMessage(first.job)
  }

  /** The text at work is refused and the worker, whose state is unknown, replaced. */
  const fail = (error: Error) => {
    void worker?.terminate()
    worker = null
    queue.shift()?.reject(error)
    next()
  }

  const settle = (answer: ContentAnswer) => {
    const first = queue[0]
    if (first?.job.id !== answer.id) return
    queue.shift()
    if ('result' in answer) first.resolve(answer.result)
    else first.reject(answer.isRefusal ? new Rejected(answer.message, 'validation') : new Error(answer.message))
    next()
  }

  const ask = (job: ContentJob) =>
    new Promise<Result>((resolve, reject) => {
      if (queue.push({ job, resolve, reject }) === 1) next()
    })

  const close = async () => {
    clearTimeout(timer)
    for (const waiting of queue.splice(0)) waiting.reject(new Error('the content cleaner is closed'))
    await worker?.terminate()
    worker = null
  }

  return { ask, close }
}

function refuseMix(): never {
  throw new Error('the content worker answered another question')
}

type Listener = { settle(answer: ContentAnswer): void; fail(from: Worker, error: Error): void }

function startWorker({ settle, fail }: Listener): Worker {
  const worker = openWorker()
  worker.on('message', settle)
  worker.on('error', (error) => fail(worker, error instanceof Error ? error : new Error(String(error))))
  return worker
}

/** The source file when run from source, else the bundle's own entry `content-worker.js`, beside the caller or one above. */
function openWorker(): Worker {
  const source = new URL('./content-worker.ts', import.meta.url)
  if (import.meta.url.endsWith('.ts')) {
    // tsx given as --import does nothing in a thread; it has to be registered from inside.
    const loader = new URL(
      './dist/esm/api/index.mjs',
      pathToFileURL(createRequire(import.meta.url).resolve('tsx/package.json')),
    )
    const start = `import(${JSON.stringify(loader.href)}).then((tsx) => { tsx.register(); return import(${JSON.stringify(source.href)}) })`
    return new Worker(start, { eval: true })
  }
  const built = ['./content-worker.js', '../content-worker.js'].map((path) => new URL(path, import.meta.url))
  const found = built.find((path) => existsSync(fileURLToPath(path)))
  if (!found) throw new Error('content-worker.js is missing from the build')
  return new Worker(found)
}
