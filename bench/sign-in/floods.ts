import { fork } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeAfter, mailCount } from '../server.ts'

export type Account = { type: 'user' | 'employee'; userName?: string; email: string; password: string }

/** Where a sign-in comes from, as a proxy says it that the server trusts; and what the browser was given at an earlier one. */
export type From = { address: string; mark?: string }

type Guess = { name: string; address: string }

/** The address of the house in which one person floods. */
export const building = '198.51.100.7'

/** An address in a network of its own. */
export const anyAddress = (): string => `${randomInt(11, 100)}.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

const invented = () => `n${randomBytes(6).toString('hex')}`

/** What wrong passwords are sent by each connection, one after the other. */
export const signInFloods: Readonly<Record<string, { connections: number; guess: (victim: string) => Guess }>> = {
  'one name, one address': { connections: 20, guess: (victim) => ({ name: victim, address: '203.0.113.9' }) },
  'one name, many addresses': { connections: 60, guess: (victim) => ({ name: victim, address: anyAddress() }) },
  'many names, one address': { connections: 60, guess: () => ({ name: invented(), address: building }) },
  'many names, many addresses': { connections: 60, guess: () => ({ name: invented(), address: anyAddress() }) },
}

const post = (url: string, path: string, body: object, { address, mark }: From, more: Record<string, string> = {}) =>
  fetch(`${url}/api/auth/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': address,
      ...(mark === undefined ? {} : { cookie: `atrium-device=${mark}` }),
      ...more,
    },
    body: JSON.stringify(body),
  })

/** The first step of a user's or an employee's sign-in. */
export const firstStep = (url: string, { type, userName, email, password }: Account, from: From): Promise<Response> =>
  type === 'user'
    ? post(url, 'login', { userName, password }, from)
    : post(url, 'login_employee', { email, password }, from)

/** Signs in as a browser does; answers the mark that it keeps. */
export const markOf = async (url: string, dataDir: string, account: Account, from: From): Promise<string> => {
  const seen = mailCount(dataDir, account.email)
  const { data } = (await (await firstStep(url, account, from)).json()).data
  const otp = await codeAfter(dataDir, account.email, seen)
  const answer = await post(url, 'verification_login', { data, otp }, from, { 'x-session-mode': 'cookie' })
  const mark = /atrium-device=([\w-]+)/.exec(answer.headers.getSetCookie().join())?.[1]
  if (!mark) throw new Error(`no mark was given: ${answer.status}`)
  return mark
}

/** Sends wrong passwords until the process ends. */
export const flood = async (url: string, name: string, victim: string): Promise<void> => {
  const found = signInFloods[name]
  if (!found) throw new Error(`there is no flood ${name}`)
  const { connections, guess } = found
  const each = async () => {
    for (;;) {
      const { name: userName, address } = guess(victim)
      await post(url, 'login', { userName, password: 'wrong-password-1' }, { address }).then(
        (answer) => answer.arrayBuffer(),
        () => undefined,
      )
    }
  }
  await Promise.all(Array.from({ length: connections }, each))
}

/** Does something while a process of its own floods the sign-in. */
export const whileFlooded = async <T>(
  url: string,
  name: string,
  victim: string,
  work: () => Promise<T>,
): Promise<T> => {
  const flooder = fork(join(import.meta.dirname, 'flooder.ts'), [url, name, victim], {
    execArgv: ['--import', 'tsx'],
  })
  try {
    await once(flooder, 'message')
    return await work()
  } finally {
    flooder.kill()
  }
}

export type Tried = { took: number[]; statuses: Record<number, number> }

/** So many first steps with the right password, one after the other, of accounts in turn. */
export const tryRight = async (
  url: string,
  accounts: readonly Account[],
  count: number,
  fromOf: (account: Account) => From,
): Promise<Tried> => {
  const tried: Tried = { took: [], statuses: {} }
  for (let index = 0; index < count; index += 1) {
    const account = accounts[index % accounts.length]
    if (!account) break
    const began = performance.now()
    const answer = await firstStep(url, account, fromOf(account))
    await answer.arrayBuffer()
    tried.took.push(performance.now() - began)
    tried.statuses[answer.status] = (tried.statuses[answer.status] ?? 0) + 1
  }
  return tried
}

/** The demo company's accounts: one to be attacked, some that sign in from where they did before, some from elsewhere. */
export const peopleOf = (
  dataDir: string,
): { victim: Account & { userName: string }; known: Account[]; strangers: Account[] } => {
  const accounts: Account[] = JSON.parse(readFileSync(join(dataDir, 'demo-accounts.json'), 'utf8'))
  const [victim, ...others] = accounts
  if (!victim?.userName || others.length < 4) throw new Error('the demo company has too few people')
  const half = Math.floor(others.length / 2)
  return {
    victim: { ...victim, userName: victim.userName },
    known: [victim, ...others.slice(0, half)],
    strangers: others.slice(half),
  }
}

/** Where sign-ins of known people and of strangers come from in a flood; `marks` are of known people. */
export const waysIn = (name: string, marks: ReadonlyMap<Account, string>) => {
  const home = name.includes('many names, one') ? building : '192.0.2.40'
  return {
    home,
    'known device': (account: Account): From => ({ address: anyAddress(), mark: marks.get(account) ?? '' }),
    'known network': (): From => ({ address: home }),
    'new device': (): From => ({ address: home === building ? building : anyAddress() }),
  }
}
