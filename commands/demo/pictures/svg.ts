/** A colour, or the name of a gradient that was declared with `fade`. */
type Paint = string
type Point = readonly [x: number, y: number]

const number = (value: number): string => String(Math.round(value * 10) / 10)

export const rect = (x: number, y: number, width: number, height: number, fill: Paint, round = 0): string =>
  `<rect x="${number(x)}" y="${number(y)}" width="${number(width)}" height="${number(height)}" rx="${round}" fill="${fill}"/>`

export const circle = (x: number, y: number, radius: number, fill: Paint, opacity = 1): string =>
  `<circle cx="${number(x)}" cy="${number(y)}" r="${number(radius)}" fill="${fill}" opacity="${opacity}"/>`

export const ring = (x: number, y: number, radius: number, stroke: Paint, width: number): string =>
  `<circle cx="${number(x)}" cy="${number(y)}" r="${number(radius)}" fill="none" stroke="${stroke}" stroke-width="${width}"/>`

/** A filled outline: straight between points, or any path. */
export const shape = (points: readonly Point[] | string, fill: Paint, opacity = 1): string => {
  const path =
    typeof points === 'string' ? points : `M${points.map(([x, y]) => `${number(x)} ${number(y)}`).join('L')}Z`
  return `<path d="${path}" fill="${fill}" opacity="${opacity}"/>`
}

export const line = (path: string, stroke: Paint, width: number, opacity = 1): string =>
  `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" opacity="${opacity}"/>`

/** What is drawn at another place, larger or smaller. */
export const at = (x: number, y: number, drawn: string, scale = 1): string =>
  `<g transform="translate(${number(x)} ${number(y)}) scale(${scale})">${drawn}</g>`

/** Declares a gradient from top to bottom, by its name. */
export const fade = (name: string, ...colours: readonly string[]): string => {
  const stops = colours.map(
    (colour, index) => `<stop offset="${index / (colours.length - 1)}" stop-color="${colour}"/>`,
  )
  return `<linearGradient id="${name}" x1="0" y1="0" x2="0" y2="1">${stops.join('')}</linearGradient>`
}

/** Numbers from 0 to 1 that are the same each time. */
export const numbersFrom = (seed: number): (() => number) => {
  let state = seed * 2_654_435_761
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e37_79b9) | 0
    return ((state ^ (state >>> 13)) >>> 0) / 4_294_967_296
  }
}

/** As many of them as are wanted, each told its place. */
export const many = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(index)).join('')

/** A drawing of 1200 by 750. */
export const drawing = (parts: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="750" viewBox="0 0 1200 750">${parts.join('')}</svg>`
