import { takeEarly } from './early-answers.ts'
import { type Incoming, type Outgoing, tooSlow, unreachable } from './wire.ts'

/** Sends a request, or takes what the page asked for before. @throws ApiError with status 0 when no answer came in time, or the abort reason. */
export const send = async ({ method, url, headers, body, timeout, signal }: Outgoing): Promise<Incoming> => {
  const limit = AbortSignal.timeout(timeout)
  try {
    const early = method === 'GET' && takeEarly(url)
    if (early) return await early
    const answer = await fetch(url, {
      method,
      headers,
      body,
      credentials: 'same-origin',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    return { status: answer.status, text: await answer.text() }
  } catch (error) {
    if (signal?.aborted) throw error
    throw limit.aborted || (error instanceof DOMException && error.name === 'TimeoutError') ? tooSlow() : unreachable()
  }
}
