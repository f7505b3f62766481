import { hash, verify } from '@node-rs/argon2'
import { normalisePassword } from '../../../domain/password.ts'
import { turns } from '../../../platform/turns.ts'

/** Who goes before whom: people known from there before or signed in, strangers, and whoever would not be let in anyhow. */
const standings = ['known', 'stranger', 'unwelcome'] as const

/** Whose password is hashed: by wider network, address and account. */
export type Turn = { path: readonly string[]; standing: (typeof standings)[number] }

export type PasswordHasher = {
  make(password: string, turn?: Turn): Promise<string>
  /** In constant time, without a hash too. `needsNew`: the hash was made with less than today's cost. @throws Busy */
  matches(known: string | null, password: string, turn?: Turn): Promise<{ isRight: boolean; needsNew: boolean }>
}

/** Too many passwords are being checked at this moment; api/server/errors.ts answers 503 with Retry-After. */
export class Busy extends Error {
  readonly statusCode = 503
  constructor() {
    super('Too many people are signing in at this moment. Please try again in a few seconds.')
    this.name = 'Busy'
  }
}

/** Memory in KiB. argon2id is the library's default algorithm (AUTHN-3: at least 19 MiB, 2, 1). */
export type HashCost = { memoryCost: number; timeCost: number; parallelism: number }
const today: HashCost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }

// Two at once never starve the process (AUTHN-7). So many strangers wait no longer than a browser is patient.
const limits = { atOnce: 2, waiting: 160, lanes: standings.length, levels: 3 }

/** Somebody who is signed in, or whose link proves who they are. */
export const signedInTurn: Turn = { path: [], standing: 'known' }

const isBelow = (known: string, cost: HashCost): boolean => {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(known)
  return !found || Number(found[1]) < cost.memoryCost || Number(found[2]) < cost.timeCost
}

/** Hashes passwords with argon2id, at most two at once in this process; strangers by turns, after whoever is known. */
export const passwordHasher = (cost: HashCost = today): PasswordHasher => {
  const inTurn = turns(limits, () => new Busy())
  const none = hash(crypto.randomUUID(), cost)
  none.catch(() => undefined)
  return {
    make: (password, { path, standing } = signedInTurn) =>
      inTurn(path, standings.indexOf(standing), () => hash(normalisePassword(password), cost)),
    matches: async (known, password, { path, standing } = signedInTurn) => {
      const compared = known ?? (await none)
      const isEqual = await inTurn(path, standings.indexOf(standing), () =>
        verify(compared, normalisePassword(password)),
      )
      return { isRight: isEqual && known !== null, needsNew: known !== null && isBelow(known, cost) }
    },
  }
}
