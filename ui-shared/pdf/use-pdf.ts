import { useEffect, useState } from 'react'
import { unreachable } from '../api/wire.ts'
import { fetchPdf, PdfProblem } from './fetch-pdf.ts'
import type { OpenPdf } from './pdf-file.ts'

/** How far a PDF is: `bytes` that have come, why it is not shown, or what can be drawn. */
export type Progress =
  | { kind: 'loading'; bytes: number }
  | { kind: 'failed'; words: string; mayRetry: boolean }
  | { kind: 'open'; pdf: OpenPdf }

const failedBy = (error: unknown): Progress => {
  // Code that did not come is as much out of reach as bytes are.
  const { message, mayRetry } = error instanceof PdfProblem ? error : new PdfProblem(unreachable().message, true)
  return { kind: 'failed', words: message, mayRetry }
}

/** Fetches and opens a PDF; `retry` begins anew. What was read of it is let go with the component. */
export const usePdf = (link: string): { progress: Progress; retry: () => void } => {
  const [progress, setProgress] = useState<Progress>({ kind: 'loading', bytes: 0 })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const show = (now: Progress) => !signal.aborted && setProgress(now)
    const load = async () => {
      const [{ openPdf }, bytes] = await Promise.all([
        import('./open-pdf.ts'),
        fetchPdf(link, signal, (count) => show({ kind: 'loading', bytes: count })),
      ])
      if (signal.aborted) return
      const { opened, end } = openPdf(bytes)
      signal.addEventListener('abort', end)
      show({ kind: 'open', pdf: await opened })
    }
    load().catch((error: unknown) => show(failedBy(error)))
    return () => leaving.abort()
  }, [link, attempt])
  const retry = () => {
    setProgress({ kind: 'loading', bytes: 0 })
    setAttempt((count) => count + 1)
  }
  return { progress, retry }
}
