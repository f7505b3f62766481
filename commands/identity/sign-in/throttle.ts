import type { ClientBase, Pool } from 'pg'
import { Rejected } from '../../../domain/rejected.ts'
import { keyedHash } from '../../../platform/keys.ts'

type Limit = { most: number; span: string; grows: boolean }

/** What is counted, all in Postgres and so over all processes (A2, AUTHN-5, OTP-3, OTP-6). */
const limits = {
  /** Wrong passwords of one account: ten, then a delay that doubles from one minute to fifteen. */
  password: { most: 10, span: '15 minutes', grows: true },
  address: { most: 60, span: '15 minutes', grows: false },
  /** Wrong passwords of one account by a device that it is known to have signed in on before: no others use them up. */
  device: { most: 10, span: '15 minutes', grows: true },
  /** Tries beyond those limits that are looked at all the same, since a right one may be let in: of an account by an address, */
  look: { most: 30, span: '15 minutes', grows: true },
  /** of an account by a wider network that it is known in, */
  'network-look': { most: 30, span: '15 minutes', grows: false },
  /** and, by one address, of people there are. */
  'address-look': { most: 60, span: '15 minutes', grows: false },
  /** Wrong codes of one account over all its challenges; nothing but time resets it. */
  'wrong-code': { most: 20, span: '1 hour', grows: false },
  /** Mails with a code that nobody has answered yet. */
  'code-mail': { most: 10, span: '1 hour', grows: false },
  'reset-mail': { most: 5, span: '1 hour', grows: false },
  registration: { most: 5, span: '1 hour', grows: false },
  /** Registrations with one mailbox, whatever came of them. */
  'registration-mail': { most: 5, span: '1 hour', grows: false },
  /** Requests for a link, by one device or address, that are looked at at once; registrations are counted apart. */
  request: { most: 30, span: '15 minutes', grows: false },
  /** Those beyond: of one name there, */
  'reset-look': { most: 5, span: '15 minutes', grows: false },
  /** and of all names. */
  'reset-look-all': { most: 60, span: '15 minutes', grows: false },
  /** What one employee sends of one kind: each is a record for good and a mail to whoever receives it. */
  sending: { most: 40, span: '1 hour', grows: false },
} satisfies Record<string, Limit>

export type ThrottleScope = keyof typeof limits

export type Throttle = {
  /** Counts one; answers 0, or in how many seconds the next is welcome (then nothing was counted). */
  take(scope: ThrottleScope, who: string, client?: ClientBase): Promise<number>
  /** Takes one back: it was no failure. */
  giveBack(scope: ThrottleScope, who: string, client?: ClientBase): Promise<void>
  forget(scope: ThrottleScope, who: string, client?: ClientBase): Promise<void>
}

/** Counters by keyed hash, so that the table holds neither a name nor an address. `factor` multiplies every limit. */
export const throttle = (pool: Pool, secret: Uint8Array, factor: number): Throttle => {
  const keyOf = (scope: ThrottleScope, who: string) => keyedHash(secret, `throttle|${scope}|${who}`)
  return {
    take: async (scope, who, client) => {
      const { most, span, grows } = limits[scope]
      const allowed = Math.max(1, Math.round(most * factor))
      const { rows } = await (client ?? pool).query<{ seconds: number }>(
        'select auth.take($1, $2, $3, $4, $5) as seconds',
        [scope, keyOf(scope, who), allowed, span, grows],
      )
      return rows[0]?.seconds ?? 0
    },
    giveBack: async (scope, who, client) => {
      await (client ?? pool).query(
        'update auth.throttle set attempts = greatest(0, attempts - 1) where scope = $1 and key = $2',
        [scope, keyOf(scope, who)],
      )
    },
    forget: async (scope, who, client) => {
      await (client ?? pool).query('delete from auth.throttle where scope = $1 and key = $2', [
        scope,
        keyOf(scope, who),
      ])
    },
  }
}

/** The refusal of one try too many, to be repeated after so many seconds. */
export const tooMany = (seconds: number): Rejected =>
  new Rejected('Too many attempts. Please wait a little before you try again.', 'throttled', {
    data: { retryAfter: seconds },
  })
