import { t } from '../i18n.ts'
import { unreachable } from '../api/wire.ts'

/** In bytes. Uploads take 25 MB; a telephone may not have the memory for more. */
export const mostBytes = 30_000_000

/** Why a PDF is not shown; `mayRetry` where it may be otherwise in a moment. */
export class PdfProblem extends Error {
  readonly mayRetry: boolean
  constructor(words: string, mayRetry = false) {
    super(words)
    this.mayRetry = mayRetry
  }
}

const unreached = () => new PdfProblem(unreachable().message, true)

const tooLarge = () => new PdfProblem(t('This PDF is too large to be shown here. Download it to open it.'))

const answered = async (link: string, signal: AbortSignal): Promise<Response> => {
  const answer = await fetch(link, { signal, credentials: 'same-origin' }).catch(() => {
    throw unreached()
  })
  if (answer.ok) return answer
  if (answer.status >= 500 || answer.status === 429)
    throw new PdfProblem(t('Something went wrong on the server. Try again.'), true)
  throw new PdfProblem(t('This file is not there any more.'))
}

const together = (parts: readonly Uint8Array[], size: number): Uint8Array => {
  const all = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/**
 * The bytes of a file of this site, with the sign-in of whoever asks.
 * @param onBytes is told how many have come
 * @throws PdfProblem when it is not there, out of reach, or larger than `most` bytes
 */
export const fetchPdf = async (
  link: string,
  signal: AbortSignal,
  onBytes: (count: number) => void,
  most = mostBytes,
): Promise<Uint8Array> => {
  const { body } = await answered(link, signal)
  if (!body) throw unreached()
  const reader = body.getReader()
  const parts: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw unreached()
    })
    if (done) return together(parts, size)
    size += value.length
    if (size > most) {
      await reader.cancel()
      throw tooLarge()
    }
    parts.push(value)
    onBytes(size)
  }
}
