import type { PersonType } from '../../../domain/person.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { networkOf, widerNetworkOf } from '../../../platform/network.ts'
import type { Turn } from '../credentials/password-hash.ts'
import { noteAttempt } from './attempts.ts'
import type { Person, SignInDependencies } from './dependencies.ts'
import type { Known, Source } from './known.ts'
import { type Throttle, type ThrottleScope, tooMany } from './throttle.ts'

/** A try of a password. `account` is the name that was typed, `person` whose it is. */
export type Try = { type: PersonType; account: string; person: Person | null; known: Known; source: Source }

/** A try that is looked at. `wait`: so long is a wrong one told to wait; 0: it is told to be wrong. */
export type Admitted = {
  turn: Turn
  wait: number
  /** A right one gets in. Whoever is not welcome is looked at all the same, so that the time tells nothing. */
  isWelcome: boolean
  /** It was right. */
  succeed(): Promise<void>
  /** It was not looked at after all. */
  takeBack(): Promise<void>
}

// Whoever is not even looked at waits for that, so that many connections do not make many more tries of it.
const refusalMs = 1_000

/** When the password of a stranger is hashed. `account`: whose it is said to be. */
export const strangersTurn = (address: string, account = ''): Turn => ({
  path: [widerNetworkOf(address), networkOf(address), account],
  standing: 'stranger',
})

const turnOf = ({ account, known, source }: Try, isWelcome: boolean): Turn => {
  const turn = strangersTurn(source.address, account)
  if (!isWelcome) return { ...turn, standing: 'unwelcome' }
  return known.key === null ? turn : { path: [known.key, account], standing: 'known' }
}

/** What was counted for a try, and how it is given back. */
const counting = (throttle: Throttle) => {
  const counted: { scope: ThrottleScope; who: string; isForgotten: boolean }[] = []
  return {
    count: async (scope: ThrottleScope, who: string, isForgotten = false): Promise<number> => {
      const seconds = await throttle.take(scope, who)
      if (seconds === 0) counted.push({ scope, who, isForgotten })
      return seconds
    },
    succeed: async () => {
      for (const { scope, who, isForgotten } of counted)
        await (isForgotten ? throttle.forget(scope, who) : throttle.giveBack(scope, who))
    },
    takeBack: async () => {
      for (const { scope, who } of counted) await throttle.giveBack(scope, who)
    },
  }
}

/**
 * Counts a try before the password is looked at (A15). What others have used up refuses wrong passwords only: beyond the
 * limits of a name and an address, tries are looked at within limits of the name at that address. @throws Rejected throttled
 */
export const admissions =
  ({ pool, throttle, addresses }: Pick<SignInDependencies, 'pool' | 'throttle' | 'addresses'>) =>
  async (one: Try): Promise<Admitted> => {
    const { type, account, person, known, source } = one
    const [network, wider] = [networkOf(source.address), widerNetworkOf(source.address)]
    const { count, ...end } = counting(throttle)
    const admitted = (wait: number, isWelcome: boolean) => ({ turn: turnOf(one, isWelcome), wait, isWelcome, ...end })
    const deviceWait = known.device === null ? null : await count('device', `${account}|${known.device}`, true)
    if (deviceWait === 0) return admitted(0, true)
    const addressWait = await count('address', network)
    const nameWait = await count('password', account, true)
    const wait = Math.max(deviceWait ?? 0, addressWait, nameWait)
    if (wait === 0) return admitted(0, true)
    const lookWait = await count('look', `${account}|${network}`, true)
    if (lookWait > 0) {
      await noteAttempt(pool, addresses, { type, id: 0, reason: 'throttled', address: source.address })
      await pause(refusalMs)
      throw tooMany(Math.max(wait, lookWait))
    }
    // Names that nobody has are counted too, elsewhere: they are no guess at anybody's password, and must take the same time.
    const networkLook = await count('network-look', `${account}|${wider}`)
    const addressLook = await count('address-look', person ? network : `nobody|${network}`)
    const isKnown = known.isAddress || (known.isNetwork && networkLook === 0)
    return admitted(wait, isKnown || (nameWait === 0 && addressLook === 0))
  }
