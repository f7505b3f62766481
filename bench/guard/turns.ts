import autocannon from 'autocannon'
import { median, round } from '../measure.ts'
import type { Served } from '../server.ts'
import type { Ground, Measured } from './figure.ts'
import { processorTime } from './processor.ts'

/** Work of one side for some seconds: how much of it a second, and the processor's microseconds for each. */
export type Turn = { rate: number; micros: number }

/** As many connections as the table of issue 21 was measured with. */
export const connections = 10

/** Asks some addresses in turn as fast as they are answered. @throws Error for any answer but a success */
export const asked = async (
  { postmaster, seconds }: Pick<Ground, 'postmaster' | 'seconds'>,
  served: Served,
  paths: readonly string[],
  headers: Record<string, string>,
): Promise<Turn> => {
  let clients = 0
  // Each connection begins elsewhere, so that none asks for what another has just asked for.
  const nextRequests = () => {
    const from = Math.floor((clients++ % connections) * (paths.length / connections))
    return [...paths.slice(from), ...paths.slice(0, from)].map((path) => ({ path }))
  }
  const before = processorTime(served.child.pid ?? 0, postmaster)
  const { requests, non2xx, errors } = await autocannon({
    url: served.url,
    setupClient: (client) => client.setRequests(nextRequests()),
    connections,
    duration: seconds,
    headers,
  })
  if (non2xx + errors > 0) throw new Error(`${paths[0]}: ${non2xx} bad answers, ${errors} errors`)
  const micros = processorTime(served.child.pid ?? 0, postmaster) - before
  return { rate: requests.average, micros: micros / requests.total }
}

/** Has two sides take turns, since a machine's speed drifts, and compares them round by round. */
export const inTurns = async (
  rounds: number,
  unit: string,
  ours: () => Promise<Turn>,
  bare: () => Promise<Turn>,
): Promise<Measured> => {
  const pairs: { ours: Turn; bare: Turn }[] = []
  for (let index = 0; index < rounds; index += 1) pairs.push({ bare: await bare(), ours: await ours() })
  const of = (side: 'ours' | 'bare', what: keyof Turn) => Math.round(median(pairs.map((pair) => pair[side][what])))
  return {
    unit,
    ours: of('ours', 'rate'),
    bare: of('bare', 'rate'),
    ratio: round(median(pairs.map((pair) => pair.ours.rate / pair.bare.rate))),
    micros: { ours: of('ours', 'micros'), bare: of('bare', 'micros') },
  }
}
