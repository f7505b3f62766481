import { readdirSync } from 'node:fs'
import { type Agent, request as send } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect } from 'vitest'
import { openFiles } from '../../app/files.ts'
import { ids } from '../../commands/ids.ts'
import type { Log } from '../../event-store/log.ts'
import { pictureDecoder } from '../../platform/files/decoder.ts'
import { fileStorage } from '../../platform/files/storage.ts'
import { uploadRoom } from '../../platform/files/uploads.ts'
import { silentLog } from '../../platform/logger.ts'
import type { TestAtrium } from '../support/atrium.ts'
import { saysBusy, whileBusy } from '../support/client.ts'

export type Raw = {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  bytes: Buffer
}

type RecordCommand = {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** Without one, a connection for this request alone. */
  agent?: Agent
}

/** One request with exactly this path and these headers: nothing is normalised on the way, as fetch would. */
export const raw = (url: string, command: RecordCommand): Promise<Raw> =>
  whileBusy(
    () => sendOnce(url, command),
    ({ status, headers, text }) => saysBusy(status, headers['retry-after'], text),
  )

const sendOnce = (url: string, { method, path, headers = {}, body, agent }: RecordCommand): Promise<Raw> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    let isAnswered = false
    const request = send(
      { hostname, port, method, path, headers: { ...length, ...headers }, agent: agent ?? false },
      (answer) => {
        isAnswered = true
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () => {
          const bytes = Buffer.concat(chunks)
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: bytes.toString('utf8'), bytes })
        })
      },
    )
    // A body that is refused early may find the connection closed; the answer is what counts.
    request.on('error', (error) => {
      if (!isAnswered) reject(error)
    })
    request.end(body)
  })

/** Sends a body without end. Answers how many bytes were taken until the server hung up, and what it said. */
export const pourInto = (
  url: string,
  method: string,
  path: string,
  type: string,
): Promise<{ written: number; answer: string }> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    const chunk = `10000\r\n${'a'.repeat(65_536)}\r\n`
    let answer = ''
    const pour = () => {
      while (!socket.destroyed && socket.bytesWritten < 1e9 && socket.write(chunk));
      if (socket.bytesWritten >= 1e9) socket.destroy()
    }
    socket.on('data', (data) => (answer += data.toString()))
    socket.on('error', () => {})
    socket.on('drain', pour)
    socket.on('close', () => resolve({ written: socket.bytesWritten, answer }))
    socket.write(`${method} ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ntransfer-encoding: chunked\r\n\r\n`)
    pour()
  })

/** Sends words as they are and answers what comes back until the connection ends. */
export const speak = (url: string, words: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname, () => socket.write(words))
    let answer = ''
    socket.on('data', (data) => (answer += data.toString()))
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
  })

/** What a refused call must leave alone: the log and the folder of files. */
export const traces = async (atrium: TestAtrium) => ({
  head: await atrium.services.log.store.head(),
  files: filesOf(atrium),
})

/** Every file in the folder of files, drafts included; what sorts them into folders does not count. */
export const filesOf = (atrium: TestAtrium): string[] => {
  try {
    return readdirSync(`${atrium.dataDir}/files`, { recursive: true, withFileTypes: true })
      .flatMap((entry) => (entry.isFile() ? [entry.name] : []))
      .toSorted()
  } catch {
    return []
  }
}

/** The room of files as another process on the same folder has it. */
export const roomOfFiles = ({ services, dataDir }: TestAtrium, log: Log = services.log) => {
  const folder = join(dataDir, 'files')
  return openFiles({
    ...services,
    log,
    storage: fileStorage(folder),
    uploads: uploadRoom(join(folder, 'uploads')),
    decoder: pictureDecoder(),
    ids: ids(services.pool),
    waitFor: services.projector.waitFor,
    logger: silentLog,
  })
}

/** Expects the shape of every error (X3): a name and a sentence, and for 422 the fields. */
export const expectRefusal = (status: number, body: unknown, what: string): void => {
  expect(status, `${what}: ${JSON.stringify(body)}`).toBeGreaterThanOrEqual(400)
  expect(status, `${what}: ${JSON.stringify(body)}`).toBeLessThan(500)
  expect(body, what).toMatchObject({
    type: 'error',
    name: expect.stringMatching(/\w/),
    message: expect.stringMatching(/^\S.*\s.*\S$/s),
  })
  // What the library says by itself is for programmers.
  expect(JSON.stringify(body), what).not.toMatch(/Invalid|expected (string|number|object)|Too (big|small)|pattern/)
  if (status === 422) expect(body, what).toMatchObject({ status: 'Validation' })
}
