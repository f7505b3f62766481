import { useMemo } from 'react'

// FNV-1a: equal seeds give equal drawings on every device.
const hashOf = (seed: string | number): number => {
  let hash = 2_166_136_261
  for (const character of String(seed)) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619)
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507)
  return (hash ^ (hash >>> 13)) >>> 0
}

/** The hue of a record without a picture: a CSS variable, `var(--h1)` to `var(--h7)`. White text on it is legible. */
export const hueOf = (seed: string | number): string => `var(--h${(hashOf(seed) % 7) + 1})`

const width = 1000
const height = 700
const round = (value: number) => Math.round(value * 10) / 10

type Frame = { x: number; y: number; w: number; h: number }

const frames = (focusX: number, focusY: number, count: number): Frame[] =>
  Array.from({ length: count }, (_, index) => {
    const away = (index / count) ** 0.62
    return {
      x: round(away * focusX),
      y: round(away * focusY),
      w: round((1 - away) * width),
      h: round((1 - away) * height),
    }
  })

const linesTo = ({ x, y, w, h }: Frame): string => {
  const columns = Array.from({ length: 9 }, (_, index) => {
    const from = (index * width) / 8
    const to = round(x + (index * w) / 8)
    return `M${from} 0L${to} ${y}M${from} ${height}L${to} ${round(y + h)}`
  })
  const rows = Array.from({ length: 4 }, (_, index) => {
    const from = ((index + 1) * height) / 5
    const to = round(y + ((index + 1) * h) / 5)
    return `M0 ${from}L${x} ${to}M${width} ${from}L${round(x + w)} ${to}`
  })
  return [...columns, ...rows].join('')
}

const plan = (seed: string | number, count: number) => {
  const hash = hashOf(seed)
  const all = frames(250 + (hash % 501), 170 + ((hash >>> 10) % 361), count)
  const last = all.at(-1) ?? { x: 0, y: 0, w: 0, h: 0 }
  const outlines = all.map(({ x, y, w, h }) => `M${x} ${y}h${w}v${h}h${-w}z`).join('')
  return { light: last, lines: outlines + linesTo(last) }
}

/** Nested frames seeded by an id, where a picture is missing; stands in a box with a background of `hueOf(seed)`. */
export const AtriumDrawing = ({
  seed,
  depth = 7,
  opacity = 0.45,
}: {
  seed: string | number
  depth?: number
  opacity?: number
}) => {
  const { light, lines } = useMemo(() => plan(seed, depth), [seed, depth])
  return (
    <svg
      className="drawing"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      strokeOpacity={opacity}
      aria-hidden="true"
    >
      <rect x={light.x} y={light.y} width={light.w} height={light.h} fill="#fff" fillOpacity="0.16" stroke="none" />
      <path d={lines} />
    </svg>
  )
}
