import type { PersonType } from '../../../domain/person.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { networkOf } from '../../../platform/network.ts'
import { type Person, personKey } from '../sign-in/dependencies.ts'
import type { KnownSources, Source } from '../sign-in/known.ts'
import { type Throttle, tooMany } from '../sign-in/throttle.ts'

/** A mail with a link that somebody asks for: `email` is what was typed, folded, `person` whose it is. */
export type Asking = { type: PersonType; email: string; person: Person | null; source: Source }

// So that many connections do not make many more mails of one address.
const slowMs = 1_000

/**
 * Counts a request for a link; answers whose counter of mails it takes from. Requests count for the device that has signed in here before,
 * else for the network. Beyond that limit a request waits a second, within a limit of its name there and a larger one of all names
 * (docs/decisions/people/0014). @throws Rejected throttled
 */
export const resetLimits =
  (throttle: Throttle, { deviceOf, knownOf }: Pick<KnownSources, 'deviceOf' | 'knownOf'>) =>
  async ({ type, email, person, source }: Asking): Promise<string> => {
    const origin = deviceOf(source.mark) ?? networkOf(source.address)
    const account = person ? personKey(person) : `${type}|${email}`
    // A name that nobody has runs the same statement.
    const { key } = await knownOf(person ?? { type, id: 0 }, source)
    const counter = key === null ? account : `${account}|${key}`
    if ((await throttle.take('request', origin)) === 0) return counter
    const nameWait = await throttle.take('reset-look', `${account}|${origin}`)
    const allWait = await throttle.take('reset-look-all', origin)
    await pause(slowMs)
    // Whoever has such a name, or has signed in from there, is refused like nobody: the answers would tell.
    if (Math.max(nameWait, allWait) > 0) throw tooMany(Math.max(nameWait, allWait))
    return counter
  }
