import { vi } from 'vitest'
import { call } from '../../support/client.ts'
import { type Account, accountsOf } from '../../support/server.ts'
import type { Caller } from '../load.ts'
import type { Node, World } from './world.ts'

/** Somebody who is signed in, and calls either server. */
export type Person = { account: Account; token: string; on(node: Node): Caller }

/** The account of the demo company that fits. @throws Error when there is none */
export const accountIn = (world: World, fits: (one: Account) => boolean, nth = 0): Account => {
  const found = accountsOf(world.folder).filter(fits)[nth]
  if (!found) throw new Error('the demo company lacks this account')
  return found
}

/** Who a token is: calls of it at either server. */
export const personWith = (account: Account, token: string): Person => ({
  account,
  token,
  on: (node) => ({
    call: (method, path, body, headers) =>
      call(node.url, method, path, body, { authorization: `Bearer ${token}`, ...headers }),
  }),
})

/** The first step of a sign-in, and the code for the second; null where the server does not answer it with 200. */
const challenge = async (world: World, node: Node, account: Account) => {
  const { type, userName, email, password } = account
  const seen = world.mail.count(email)
  const path = type === 'user' ? '/api/auth/login' : '/api/auth/login_employee'
  const first = await call(node.url, 'POST', path, { password, ...(type === 'user' ? { userName } : { email }) })
  if (first.status !== 200) return null
  return { data: first.body.data.data, otp: await world.mail.code(email, seen) }
}

/** Signs somebody in at a server: the person and what was sent at the second step; null where a server or the mail server was away. */
export const tryEnter = async (world: World, node: Node, account: Account) => {
  try {
    const sent = await challenge(world, node, account)
    if (!sent) return null
    const { status, body } = await call(node.url, 'POST', '/api/auth/verification_login', sent)
    return status === 200 ? { person: personWith(account, body.data.authToken), sent } : null
  } catch {
    return null
  }
}

/** Signs somebody in at a server that is well. */
export const enter = async (world: World, node: Node, account: Account): Promise<Person> => {
  const found = await vi.waitUntil(() => tryEnter(world, node, account), { timeout: 60_000, interval: 500 })
  return found.person
}
