/** Whether this run takes every step of its walks: `npm run test:all` says so. */
export const takesAll = process.env.WALK_ALL === '1'

/** The screens, widths or samples of a walk: all of them in `npm run test:all`, in `npm test` at most `most`, evenly spread from the first to the last. */
export const walk = <T>(all: readonly T[], most: number): readonly T[] => {
  if (takesAll || all.length <= most) return all
  const step = (all.length - 1) / Math.max(1, most - 1)
  return Array.from({ length: most }, (_, index) => all[Math.round(index * step)]).filter((one) => one !== undefined)
}
