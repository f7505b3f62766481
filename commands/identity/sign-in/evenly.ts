/** Answers or refuses no sooner than `least` ms, longer than any way takes: the clock does not tell which was taken. */
export const evenly = async <T>(least: number, work: Promise<T>): Promise<T> => {
  const [done] = await Promise.allSettled([work, new Promise((resolve) => setTimeout(resolve, least))])
  if (done.status === 'rejected') throw done.reason
  return done.value
}
