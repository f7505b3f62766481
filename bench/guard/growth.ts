import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Measured } from './figure.ts'
import { onGround } from './ground.ts'
import { reads } from './reads.ts'

// npx tsx bench/guard/growth.ts [--draw]: measures what is read at 1, 10 and 100 times the posts, keeps it as JSON and draws it; --draw draws what is kept.
const sizes = [1_000, 10_000, 100_000]
const folder = join(import.meta.dirname, '..', 'results')
const kept = join(folder, 'growth', 'reads.json')
const picture = join(import.meta.dirname, '..', '..', 'docs', 'performance-growth.svg')

/** Of each figure: the processor's microseconds for a request, by the number of posts. */
type Growth = Record<string, Record<string, { ours: number; bare: number }>>

const measureAll = async (): Promise<Growth> => {
  const growth: Growth = {}
  for (const posts of sizes)
    await onGround({ posts, seconds: 2, rounds: 3 }, async (ground) => {
      for (const { name, measure } of reads) {
        const { micros }: Measured = await measure(ground)
        if (micros) growth[name] = { ...growth[name], [posts]: micros }
        console.log(posts, name, micros)
      }
    })
  return growth
}

const [width, height, left, top, right, bottom] = [900, 460, 70, 30, 250, 50]
const colours = ['#1f6f8b', '#b3541e', '#4f772d', '#7b2d8b', '#a4161a', '#33415c', '#8a6d00']

// Both axes are logarithmic: what takes ten times as long for ten times the posts is a line at 45°.
const x = (posts: number): number => left + (Math.log10(posts / 1_000) / 2) * (width - left - right)
const y = (micros: number): number => height - bottom - (Math.log10(micros / 50) / 3) * (height - top - bottom)

const text = (at: [number, number], value: string, more = '') =>
  `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" ${more}>${value}</text>`

const lineOf = (points: readonly [number, number][], colour: string, dashes: string) =>
  `<polyline fill="none" stroke="${colour}" stroke-width="2" ${dashes} points="${points.map(([posts, micros]) => `${x(posts).toFixed(1)},${y(micros).toFixed(1)}`).join(' ')}"/>`

const draw = (growth: Growth): string => {
  const series = Object.entries(growth).flatMap(([name, bySize], index) => {
    const colour = colours[index % colours.length] ?? '#000'
    const points = (side: 'ours' | 'bare') =>
      Object.entries(bySize).map(([posts, micros]): [number, number] => [Number(posts), micros[side]])
    const at = top + 20 + index * 20
    return [
      lineOf(points('ours'), colour, ''),
      lineOf(points('bare'), colour, 'stroke-dasharray="3 4" opacity="0.5"'),
      `<line x1="${width - right + 20}" x2="${width - right + 44}" y1="${at - 4}" y2="${at - 4}" stroke="${colour}" stroke-width="2"/>`,
      text([width - right + 52, at], name),
    ]
  })
  const ticks = [100, 1_000, 10_000].map(
    (micros) =>
      `<line x1="${left}" x2="${width - right}" y1="${y(micros)}" y2="${y(micros)}" stroke="#ccc"/>${text([left - 8, y(micros) + 4], `${micros} µs`, 'text-anchor="end"')}`,
  )
  const posts = sizes.map((size) => text([x(size), height - bottom + 20], `${size} posts`, 'text-anchor="middle"'))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="13">
<rect width="${width}" height="${height}" fill="#fff"/>
${[...ticks, ...posts, ...series].join('\n')}
${text([left, height - 8], 'Microseconds of the processor for a request, server and PostgreSQL together; dashed: the bare handler.')}
</svg>
`
}

const { values } = parseArgs({ options: { draw: { type: 'boolean', default: false } } })
if (!values.draw) {
  mkdirSync(join(folder, 'growth'), { recursive: true })
  writeFileSync(kept, `${JSON.stringify(await measureAll(), null, 2)}\n`)
}
writeFileSync(picture, draw(JSON.parse(readFileSync(kept, 'utf8'))))
