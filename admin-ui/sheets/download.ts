import { ApiError, problemSchema } from '../../ui-shared/api/error.ts'
import { say } from '../../ui-shared/i18n.ts'

const numberIn = (answer: Response, name: string) => Number(answer.headers.get(name) ?? 0)

const refused = async (answer: Response): Promise<ApiError> => {
  const {
    message = answer.statusText,
    name = 'Error',
    id,
    values = {},
  } = problemSchema.safeParse(await answer.json().catch(() => null)).data ?? {}
  return new ApiError(answer.status, name, say(message, id === undefined ? undefined : { id, values }), [], null)
}

const keep = (bytes: Blob, name: string) => {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(bytes)
  link.download = name
  link.click()
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/**
 * Downloads a file that is written while it is sent, and says how far it is.
 * @param onProgress from 0 to 1, after what the server expects it to be
 * @throws ApiError; an AbortError once `signal` says so
 */
export const downloadFile = async (
  address: string,
  name: string,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<number> => {
  const answer = await fetch(address, { signal, credentials: 'same-origin' })
  if (!answer.ok || !answer.body) throw await refused(answer)
  const expected = numberIn(answer, 'x-expected-bytes')
  const parts: Uint8Array<ArrayBuffer>[] = []
  let read = 0
  const reader = answer.body.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    parts.push(part.value)
    read += part.value.length
    onProgress(Math.min(0.99, read / Math.max(expected, read)))
  }
  keep(new Blob(parts, { type: answer.headers.get('content-type') ?? '' }), name)
  return numberIn(answer, 'x-rows')
}
