import type { Values } from '../../domain/message.ts'
import { currentLanguage, say, t } from '../i18n.ts'
import { background } from '../session/attendance.ts'
import { momentOf } from '../moment.ts'
import { ApiError, problemSchema } from './error.ts'
import { minPosition, sawPosition } from './position.ts'
import { send } from './send.ts'
import { sessionEnded } from './session-end.ts'
import type { Send } from './wire.ts'
import type { Address, Method, Query, Reader, Reads, Sent } from './typed.ts'

type ReadOptions = { query?: Query; signal?: AbortSignal; timeout?: number }
/** `body` is JSON or a form; `version` goes as If-Match, `key` as Idempotency-Key (drawn when absent); `timeout` in milliseconds; `send` another way than fetch. */
type WriteOptions = {
  body?: unknown
  query?: Query
  version?: number | undefined
  key?: string | undefined
  headers?: Record<string, string>
  timeout?: number
  send?: Send | undefined
}

const base = '/api'
const readTimeout = 20_000
const writeTimeout = 60_000
const uploadTimeout = 300_000

/** 128 random bits in hex. Also there where crypto.randomUUID is not: on plain http beyond this machine. */
export const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** A query string with its question mark; empty values are left out. */
export const queryString = (query: Query = {}): string => {
  const filled = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(filled.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const inOwnWords = (sentence: string, { id, values = {} }: { id?: string | undefined; values?: Values | undefined }) =>
  say(sentence, id === undefined ? undefined : { id, values })

const problemOf = (status: number, body: unknown): ApiError => {
  const problem = problemSchema.safeParse(body).data ?? {}
  const message = problem.message
    ? inOwnWords(problem.message, problem)
    : t('Something went wrong on the server. Try again.')
  const errors = (problem.errors ?? []).map((error) => ({
    ...error,
    constraints: Object.fromEntries(
      Object.entries(error.constraints).map(([rule, sentence]) => [rule, inOwnWords(sentence, error)]),
    ),
  }))
  return new ApiError(status, problem.name ?? 'Error', message, errors, problem.data ?? null)
}

const positionIn = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'position' in body ? body.position : undefined

const answer = <T>(path: string, incoming: { status: number; text: string }, as: Reader<T>): T => {
  const body = parsed(incoming.text)
  sawPosition(positionIn(body))
  if (incoming.status >= 200 && incoming.status < 300) {
    const { message, notes = [], ...said } = problemSchema.safeParse(body).data ?? {}
    if (!said.id || !message) return as.parse(body)
    // The message holds the English of its notes.
    const main = notes.reduce((rest, note) => rest.replace(` ${note.message}`, ''), message)
    const words = [{ ...said, message: main }, ...notes].map((one) => inOwnWords(one.message, one))
    return as.parse(Object.assign({}, body, { message: words.join(' ') }))
  }
  // A refused sign-in is an answer of its own; anywhere else 401 says that the sign-in is over.
  if (incoming.status === 401 && !path.startsWith('/auth/')) sessionEnded()
  throw problemOf(incoming.status, body)
}

const positionHeader = (): Record<string, string> => {
  const position = minPosition()
  return position ? { 'X-Min-Position': position } : {}
}

const read = async <const Path extends string, Schema extends Reader<T>, T>(
  path: Path & Address<'get', Path>,
  {
    query,
    as,
    signal,
    timeout,
  }: ReadOptions & Sent<'get', Path> & { as: Schema & Reader<T> & Reads<Schema, 'get', Path> },
): Promise<T> => {
  const incoming = await send({
    method: 'GET',
    url: base + path + queryString({ ...query, as_of: momentOf(path) ?? undefined }),
    headers: {
      Accept: 'application/json',
      'Accept-Language': currentLanguage(),
      ...positionHeader(),
      ...background.header(),
    },
    body: null,
    timeout: timeout ?? readTimeout,
    signal,
  })
  return answer<T>(path, incoming, as)
}

const write =
  <M extends Method>(method: M) =>
  async <const Path extends string, Schema extends Reader<T>, T>(
    path: Path & Address<M, Path>,
    options: WriteOptions & Sent<M, Path> & { as: Schema & Reader<T> & Reads<Schema, M, Path> },
  ): Promise<T> => {
    const { body, as, query, version, key, headers, timeout } = options
    if (momentOf(path) !== null) throw new ApiError(0, 'Error', t('This is how it was. Nothing can be changed here.'))
    const isForm = body instanceof FormData
    const incoming = await (options.send ?? send)({
      method: method.toUpperCase(),
      url: base + path + queryString(query),
      headers: {
        Accept: 'application/json',
        'Accept-Language': currentLanguage(),
        'Idempotency-Key': key ?? randomKey(),
        ...positionHeader(),
        ...(isForm || body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(version === undefined ? {} : { 'If-Match': `"${version}"` }),
        ...headers,
      },
      body: isForm ? body : body === undefined ? null : JSON.stringify(body),
      timeout: timeout ?? (isForm ? uploadTimeout : writeTimeout),
    })
    return answer<T>(path, incoming, as)
  }

/** The API below `/api`; `as` reads the answer. @throws ApiError for all but success; a 401 outside /auth also ends the session once. */
export const api = {
  get: read,
  post: write('post'),
  put: write('put'),
  patch: write('patch'),
  delete: write('delete'),
}
