import { type Send, tooSlow, unreachable } from './wire.ts'

/** Sends as `send` does and tells the sent share of the body, 0 to 1. fetch cannot say that, so this is the older way. */
export const withProgress =
  (onProgress: (share: number) => void): Send =>
  ({ method, url, headers, body, timeout }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, url)
      request.timeout = timeout
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total)
      request.onload = () => resolve({ status: request.status, text: request.responseText })
      request.onerror = () => reject(unreachable())
      request.ontimeout = () => reject(tooSlow())
      request.send(body)
    })
