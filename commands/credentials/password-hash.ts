import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { normalisePassword } from '../../domain/password.ts'

export type PasswordHasher = {
  make(password: string): Promise<string>
  /** In constant time, without a hash too. `needsNew`: the hash was made with less than today's cost. @throws Busy */
  matches(known: string | null, password: string): Promise<{ isRight: boolean; needsNew: boolean }>
}

/** Too many passwords are being checked at this moment; api/errors.ts answers 503 with Retry-After. */
export class Busy extends Error {
  readonly statusCode = 503
  constructor() {
    super('Too many people are signing in at this moment. Please try again in a few seconds.')
    this.name = 'Busy'
  }
}

/** Memory in KiB. argon2id is the library's default algorithm (reference/reliability AUTHN-3: at least 19 MiB, 2, 1). */
export type HashCost = { memoryCost: number; timeCost: number; parallelism: number }
const today: HashCost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }

const atOnce = 2
const queueLength = 40

/** Lets `atOnce` run and `queueLength` wait; whoever comes then is refused (AUTHN-7: the process never starves). */
const gate = () => {
  const limit = pLimit(atOnce)
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (limit.activeCount + limit.pendingCount >= atOnce + queueLength) throw new Busy()
    return limit(work)
  }
}

const isBelow = (known: string, cost: HashCost): boolean => {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(known)
  return !found || Number(found[1]) < cost.memoryCost || Number(found[2]) < cost.timeCost
}

/** Hashes passwords with argon2id, at most two at once in this process. */
export const passwordHasher = (cost: HashCost = today): PasswordHasher => {
  const enter = gate()
  const none = hash(crypto.randomUUID(), cost)
  none.catch(() => undefined)
  return {
    make: (password) => enter(() => hash(normalisePassword(password), cost)),
    matches: async (known, password) => {
      const compared = known ?? (await none)
      const isEqual = await enter(() => verify(compared, normalisePassword(password)))
      return { isRight: isEqual && known !== null, needsNew: known !== null && isBelow(known, cost) }
    },
  }
}
