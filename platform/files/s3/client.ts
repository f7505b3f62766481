import { createReadStream } from 'node:fs'
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { asError } from '../../as-error.ts'
import { StorageAway, StorageFull } from '../refused.ts'

/** A bucket of a server that speaks S3, by path style. `prefix` is empty or ends in a slash. */
export type Bucket = {
  endpoint: string
  region: string
  bucket: string
  prefix: string
  accessKeyId: string
  secretAccessKey: string
}

/** What the server said no to: its status and code (`NoSuchBucket`, `AccessDenied`). */
export class S3Refusal extends Error {
  override name = 'S3Refusal'
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(`the file storage answered ${status} ${code}`)
    this.status = status
    this.code = code
  }
}

type Asked = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** Below the prefix; the bucket itself without it. */
  key?: string
  query?: Readonly<Record<string, string>>
  /** Of an object, instead of all of it: the first and the last byte. */
  part?: { start: number; end: number }
  /** A file that is sent, with its size and SHA-256, which the server compares. */
  file?: { path: string; size: number; hash: string }
}

export type Answer = { headers: IncomingMessage['headers']; body: IncomingMessage }

/** Milliseconds of silence after which the server counts as away, and how often a request is sent before it does. */
export const patience = { silence: 5_000, tries: 3 }

const silenceOfReaders = 120_000
// Milliseconds, by what it was when it was last asked.
const askedAgain = { away: 2_000, there: 30_000 }
const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const mostOfAnError = 4_000

const textOf = async (body: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of body.setEncoding('utf8')) if (text.length < mostOfAnError) text += String(chunk)
  return text
}

// What passes, unlike what the server has decided.
const mayPass = (error: unknown): boolean =>
  !(error instanceof S3Refusal) || error.status >= 500 || error.status === 429 || error.code === 'RequestTimeout'

// It is not there, or has no such part.
const isAboutObject = ({ status, code }: S3Refusal) => status === 416 || (status === 404 && code !== 'NoSuchBucket')

const isFull = ({ status, code }: S3Refusal) => status === 507 || /StorageFull|QuotaExceeded/.test(code)

/** Sends requests to a bucket: signed (Signature V4), with a limit on silence, and again where sending them twice is harmless, as all of these are. */
export const s3Client = (bucket: Bucket, { silence, tries } = patience) => {
  const isSecure = bucket.endpoint.startsWith('https:')
  const agent = isSecure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })

  const addressOf = ({ key, query = {} }: Asked): string => {
    const path = key === undefined ? '' : `/${bucket.prefix}${key}`
    const search = new URLSearchParams(query).toString()
    return `${bucket.endpoint}/${bucket.bucket}${path}${search === '' ? '' : `?${search}`}`
  }

  const sendOnce = async (asked: Asked): Promise<Answer> => {
    const { method, file, part } = asked
    const signed = await new AwsV4Signer({
      method,
      url: addressOf(asked),
      headers: {
        'x-amz-content-sha256': file?.hash ?? emptyHash,
        ...(part ? { range: `bytes=${part.start}-${part.end}` } : {}),
      },
      accessKeyId: bucket.accessKeyId,
      secretAccessKey: bucket.secretAccessKey,
      service: 's3',
      region: bucket.region,
    }).sign()
    const headers = { ...Object.fromEntries(signed.headers), ...(file ? { 'content-length': file.size } : {}) }
    const request = (isSecure ? requestHttps : requestHttp)(signed.url, { method, headers, agent })
    request.setTimeout(silence, () => request.destroy(new Error(`no answer in ${silence} ms`)))
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      request.on('response', resolve).on('error', reject)
    })
    // An answer may come before all is sent, and end the sending.
    const sent = file ? pipeline(createReadStream(file.path), request) : request.end()
    const [body] = await Promise.all([answered, Promise.resolve(sent).catch(() => undefined)])
    const status = body.statusCode ?? 0
    // Who reads it may be slow.
    request.setTimeout(silenceOfReaders)
    if (status < 300) return { headers: body.headers, body }
    const [, code = ''] = /<Code>([^<]*)<\/Code>/.exec(await textOf(body)) ?? []
    throw new S3Refusal(status, code)
  }

  let last = { at: Date.now(), isAway: false }

  /**
   * The answer, whose body is to be read. @throws S3Refusal for 404 and 416 of an object, StorageFull, StorageAway for whatever else keeps the bytes from us
   */
  const send = async (asked: Asked): Promise<Answer> => {
    last = { at: Date.now(), isAway: last.isAway }
    const note = (isAway: boolean) => {
      last = { at: Date.now(), isAway }
    }
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await sendOnce(asked)
        note(false)
        return answer
      } catch (error) {
        note(!(error instanceof S3Refusal && (isAboutObject(error) || isFull(error))))
        if (error instanceof S3Refusal && isFull(error)) throw new StorageFull({ cause: error })
        if (error instanceof S3Refusal && isAboutObject(error)) throw error
        if (!mayPass(error) || attempt === tries) throw new StorageAway({ cause: asError(error) })
        await pause(100 * attempt)
      }
    }
  }

  /** The headers of an answer. */
  const ask = async (asked: Asked): Promise<IncomingMessage['headers']> => {
    const { headers, body } = await send(asked)
    body.resume()
    return headers
  }

  return {
    send,
    /** Whether the server did not answer when it was last asked, which is done when nobody else has asked it for a while. */
    isAway: (): boolean => {
      if (Date.now() - last.at > (last.isAway ? askedAgain.away : askedAgain.there))
        ask({ method: 'HEAD', key: 'standing' }).catch(() => undefined)
      return last.isAway
    },
    /** The same for a request of whose answer the headers are enough. */
    ask,
    text: async (asked: Asked): Promise<{ headers: IncomingMessage['headers']; text: string }> => {
      const { headers, body } = await send(asked)
      body.setEncoding('utf8')
      let text = ''
      for await (const chunk of body) text += String(chunk)
      return { headers, text }
    },
  }
}
