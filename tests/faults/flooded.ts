import { expect } from 'vitest'
import { type Account, markOf, peopleOf, tryRight, waysIn, whileFlooded } from '../../bench/sign-in/floods.ts'
import { longest } from '../../bench/watch.ts'

// bench/sign-in/flood.ts measures at leisure; here a machine that does other things as well is given its time.
const patience = 30_000

/** The right password lets known devices, known networks and new devices in, each so often, during a flood of wrong ones. */
export const letsInMeanwhile = async (
  { url, dataDir }: { url: string; dataDir: string },
  name: string,
  times: { known: number; strangers: number },
): Promise<void> => {
  const { victim, known, strangers } = peopleOf(dataDir)
  const marks = new Map<Account, string>()
  const ways = waysIn(name, marks)
  for (const account of known.slice(0, 2))
    marks.set(account, await markOf(url, dataDir, account, { address: ways.home }))
  const accounts = [...marks.keys()]
  const tried = await whileFlooded(url, name, victim.userName, async () => [
    await tryRight(url, accounts, times.known, ways['known device']),
    await tryRight(url, accounts, times.known, ways['known network']),
    await tryRight(url, strangers, times.strangers, ways['new device']),
  ])
  expect(tried.map(({ statuses }) => statuses)).toEqual([
    { 200: times.known },
    { 200: times.known },
    { 200: times.strangers },
  ])
  expect(longest(tried.flatMap(({ took }) => took))).toBeLessThan(patience)
}
