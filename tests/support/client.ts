import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import type { BodyAt, SentTo } from './sent.ts'
import type { Account } from './server.ts'

export type Answer = { status: number; headers: Headers; body: any }

/** A caller with a bearer token. Bodies are JSON unless they are a FormData or URLSearchParams; they name fields that are declared. */
export type Client = {
  token: string
  call<M extends string, P extends string, S extends SentTo<M, P, S>>(
    method: M,
    path: P,
    body?: S,
    headers?: Record<string, string>,
  ): Promise<Omit<Answer, 'body'> & { body: BodyAt<M, P> }>
}

/** Asks until the server, which is in the process of the tests and waits while they do much at once, does not say that it is busy. */
export const whileBusy = async <A>(ask: () => Promise<A>, isBusy: (answer: A) => boolean, tries = 20): Promise<A> => {
  const answer = await ask()
  if (!isBusy(answer) || tries === 0) return answer
  await setTimeout(500)
  return whileBusy(ask, isBusy, tries - 1)
}

/** What only a server under pressure says; one whose database is away names another time. */
export const saysBusy = (status: number, retryAfter: unknown, text: string): boolean =>
  status === 503 && retryAfter === '2' && text.includes('Atrium is busy')

/** One call; the body of the answer is read as JSON, or kept as text. */
export const call = async (
  url: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> => {
  const isForm = body instanceof FormData || body instanceof URLSearchParams
  const ask = async () => {
    const answer = await fetch(`${url}${path}`, {
      method,
      redirect: 'manual',
      headers: { ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    return { answer, text: await answer.text() }
  }
  const { answer, text } = await whileBusy(ask, (one) =>
    saysBusy(one.answer.status, one.answer.headers.get('retry-after'), one.text),
  )
  const isJson = /json(?!l)/.test(answer.headers.get('content-type') ?? '')
  return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : { text } }
}

type StoredMail = { to: string; subject: string; text: string }

// Each is written whole, under a name of its own, and looked for many times.
const mailsRead = new Map<string, StoredMail>()
const readMail = (path: string): StoredMail => {
  const mail: StoredMail = mailsRead.get(path) ?? JSON.parse(readFileSync(path, 'utf8'))
  mailsRead.set(path, mail)
  return mail
}

/** The mails of the folder to an address, the oldest first. */
export const readMails = (dataDir: string, address: string): { subject: string; text: string }[] => {
  const folder = join(dataDir, 'mail')
  const names = (() => {
    try {
      return readdirSync(folder)
    } catch {
      return []
    }
  })()
  return names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => readMail(join(folder, name)))
    .filter((mail) => mail.to === address)
}

/** Waits for one more mail to an address than `seen`, and gives the newest. */
export const nextMail = async (
  dataDir: string,
  address: string,
  seen: number,
): Promise<{ subject: string; text: string }> => {
  await vi.waitUntil(() => readMails(dataDir, address).length > seen, { timeout: 15_000, interval: 25 })
  const mail = readMails(dataDir, address).at(-1)
  if (!mail) throw new Error(`no mail to ${address}`)
  return mail
}

/** How many mails an address has. */
export const countMails = (dataDir: string, address: string) => readMails(dataDir, address).length

/** The six digits of a mail. */
export const codeIn = (mail: { text: string }): string => /(?<!\d)\d{6}(?!\d)/.exec(mail.text)?.[0] ?? ''

/** Waits for a mail with a code to an address that is not among the first `seen`, whatever else comes to it meanwhile; answers the newest code. */
export const nextCode = async (dataDir: string, address: string, seen: number): Promise<string> => {
  const codes = () => readMails(dataDir, address).slice(seen).map(codeIn).filter(Boolean)
  await vi.waitUntil(() => codes().length > 0, { timeout: 15_000, interval: 25 })
  return codes().at(-1) ?? ''
}

/** Signs in through both steps and gives a caller. */
export const signIn = async (url: string, dataDir: string, account: Account): Promise<Client> => {
  const seen = countMails(dataDir, account.email)
  const first =
    account.type === 'user'
      ? await call(url, 'POST', '/api/auth/login', { userName: account.userName, password: account.password })
      : await call(url, 'POST', '/api/auth/login_employee', { email: account.email, password: account.password })
  expect(first.status, JSON.stringify(first.body)).toBe(200)
  const otp = await nextCode(dataDir, account.email, seen)
  const second = await call(url, 'POST', '/api/auth/verification_login', { data: first.body.data.data, otp })
  expect(second.status, JSON.stringify(second.body)).toBe(200)
  const token: string = second.body.data.authToken
  return {
    token,
    call: (method, path, body, headers) =>
      call(url, method, path, body, { authorization: `Bearer ${token}`, ...headers }),
  }
}
