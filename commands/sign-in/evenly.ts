/**
 * Answers, or refuses, no sooner than after so many milliseconds: which of several ways was taken cannot be told by the clock.
 * `least` is longer than any of the ways takes when the machine is not overloaded.
 */
export const evenly = async <T>(least: number, work: Promise<T>): Promise<T> => {
  const [done] = await Promise.allSettled([work, new Promise((resolve) => setTimeout(resolve, least))])
  if (done.status === 'rejected') throw done.reason
  return done.value
}
