import { t } from '../i18n.ts'
import { ApiError } from './error.ts'

/** A request as it goes over the wire. `onProgress` gets the sent share of the body, 0 to 1. */
export type Outgoing = {
  method: string
  url: string
  headers: Record<string, string>
  body: string | FormData | null
  timeout: number
  signal?: AbortSignal | undefined
  onProgress?: ((share: number) => void) | undefined
}
export type Incoming = { status: number; text: string }

const unreachable = () =>
  new ApiError(0, 'Network', t('The server cannot be reached. Check the connection and try again.'))
const tooSlow = () => new ApiError(0, 'Timeout', t('The server did not answer in time. Try again.'))

const sendByFetch = async ({ method, url, headers, body, timeout, signal }: Outgoing): Promise<Incoming> => {
  const limit = AbortSignal.timeout(timeout)
  try {
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
    throw limit.aborted ? tooSlow() : unreachable()
  }
}

// fetch cannot tell how much of a body has left, so uploads with a progress bar take the older way.
const sendByRequest = ({ method, url, headers, body, timeout, onProgress }: Outgoing): Promise<Incoming> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    request.timeout = timeout
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total)
    request.onload = () => resolve({ status: request.status, text: request.responseText })
    request.onerror = () => reject(unreachable())
    request.ontimeout = () => reject(tooSlow())
    request.send(body)
  })

/** Sends a request. @throws ApiError with status 0 when no answer came in time, or the abort reason. */
export const send = (outgoing: Outgoing): Promise<Incoming> =>
  outgoing.onProgress ? sendByRequest(outgoing) : sendByFetch(outgoing)
