import { networkOf } from '../../../platform/network.ts'
import { sharesOf } from '../../../platform/shares.ts'
import { Busy } from '../credentials/password-hash.ts'
import type { KnownSources, Source } from './known.ts'

// Of one device or address, and of one name there: tries of one name are no reason to keep others out.
const mostAtOnce = { origin: 300, name: 20 }

/**
 * Lets so many sign-ins be under way at once. These calls are not counted by the minute: whoever made many would use them up for
 * everybody behind the same address, and each waits for its turn anyhow. @throws Busy
 */
export const signInGate = ({ deviceOf }: Pick<KnownSources, 'deviceOf'>) => {
  const shares = sharesOf({ all: Number.MAX_SAFE_INTEGER, least: 0 })
  const within = async <T>(who: string, most: number, work: () => Promise<T>): Promise<T> => {
    if (shares.take(who, 1, most) !== 'taken') throw new Busy()
    try {
      return await work()
    } finally {
      shares.giveBack(who, 1)
    }
  }
  return <T>({ address, mark }: Source, account: string, work: () => Promise<T>): Promise<T> => {
    const origin = deviceOf(mark) ?? networkOf(address)
    return within(`${origin}|${account}`, mostAtOnce.name, () => within(origin, mostAtOnce.origin, work))
  }
}
