/** As wide as there is room, or a share: 1 is 100 %. */
export type Zoom = 'fit' | number

const steps = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4]

/** The next larger step, or the largest. */
export const largerThan = (scale: number): number => steps.find((step) => step > scale + 0.005) ?? 4

/** The next smaller step, or the smallest. */
export const smallerThan = (scale: number): number => steps.findLast((step) => step < scale - 0.005) ?? 0.25

/** The scale at which a page of so many pixels fills a width, within what can be chosen. */
export const fitting = (page: number, room: number): number => Math.min(4, Math.max(0.25, room / page))

/** Where a column of pages is scrolled to: the page, from 1, and how far down in it, as a share of its height. */
export type Place = { number: number; share: number }

/** The place at a height of the column: the last page that begins above it. `tops` and `heights` are of each page. */
export const placeAt = (height: number, tops: readonly number[], heights: readonly number[]): Place => {
  const index = Math.max(
    0,
    tops.findLastIndex((top) => top <= height),
  )
  return { number: index + 1, share: (height - (tops[index] ?? 0)) / (heights[index] ?? 1) }
}
