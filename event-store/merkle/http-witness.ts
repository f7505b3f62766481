import type { Pool } from 'pg'
import { CheckpointRefused } from './checkpoints.ts'
import type { SignedCheckpoint } from './note.ts'
import { proveConsistency } from './proving.ts'

const longestAnswer = 10_000

const textOf = async (response: Response): Promise<string> => (await response.text()).slice(0, longestAnswer)

/** What is sent: how many events the witness was told of, the hashes that prove that the checkpoint goes on from there, and the note (C2SP tlog-witness). */
const bodyOf = async (pool: Pool, told: number, checkpoint: SignedCheckpoint): Promise<string> => {
  const proof = await proveConsistency(pool, told, checkpoint.size)
  return `old ${told}\n${proof.map((hash) => `${hash.toString('base64')}\n`).join('')}\n${checkpoint.text}`
}

const post = (address: URL, body: string, signal: AbortSignal): Promise<Response> => {
  const { username, password } = address
  const to = new URL(address)
  to.username = ''
  to.password = ''
  const basic = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')
  return fetch(to, {
    method: 'POST',
    body,
    signal,
    // Only where the operator said: nobody else leads a checkpoint elsewhere.
    redirect: 'error',
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      ...(username === '' && password === '' ? {} : { authorization: `Basic ${basic}` }),
    },
  })
}

/**
 * Posts a checkpoint to a witness, which may know another number of events than was remembered: it then says so (409), and is asked once more.
 * @throws CheckpointRefused when it knows more events than the log has, and Error with the reason when it did not take it
 */
export const postCheckpoint = async (
  pool: Pool,
  address: URL,
  told: number,
  checkpoint: SignedCheckpoint,
  signal: AbortSignal,
): Promise<void> => {
  const first = await post(address, await bodyOf(pool, told, checkpoint), signal)
  const known = first.status === 409 ? /^\d{1,15}/.exec(await textOf(first))?.[0] : undefined
  if (known === undefined) return taken(first)
  const size = Number(known)
  if (size > checkpoint.size)
    throw new CheckpointRefused(`A witness knows ${size} events, the newest checkpoint is of ${checkpoint.size}.`)
  return taken(await post(address, await bodyOf(pool, size, checkpoint), signal))
}

const taken = (response: Response): void => {
  void response.body?.cancel().catch(() => undefined)
  if (!response.ok) throw new Error(`The witness answered ${response.status}.`)
}
