import { setTimeout as pause } from 'node:timers/promises'

/**
 * Runs work on places that may hang, such as a share that is gone: whoever waits is told after a while, and a place that still has not answered
 * is not asked again meanwhile, so that no more than one thread waits for each.
 */
export const patientWith = () => {
  const underWay = new Set<string>()
  return async <T>(id: string, milliseconds: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    if (underWay.has(id)) throw new Error('It still has not answered.')
    underWay.add(id)
    const over = new AbortController()
    const working = work(AbortSignal.timeout(milliseconds)).finally(() => {
      underWay.delete(id)
      over.abort()
    })
    const late = pause(milliseconds, undefined, { signal: over.signal, ref: false }).then(
      () => {
        throw new Error(`It did not answer within ${milliseconds / 1_000} s.`)
      },
      () => working,
    )
    return Promise.race([working, late])
  }
}
