/** How many posts, and as many employees. */
export const sizes = [1_000, 10_000, 100_000] as const

/** Of each figure: the processor's microseconds for a request or a row, by the number of posts and of employees. */
export type Growth = Record<string, Record<string, { ours: number; bare?: number }>>

type Panel = { title: string; prefix: string; at: [number, number] }

const [width, height, left, top, right, bottom] = [760, 400, 64, 40, 270, 40]
const panels: readonly Panel[] = [
  { title: 'The same address again and again', prefix: 'again: ', at: [0, 0] },
  { title: 'Posts, nothing at hand', prefix: 'posts: ', at: [width, 0] },
  { title: 'Employees, nothing at hand', prefix: 'employees: ', at: [0, height] },
  { title: 'Written', prefix: 'write: ', at: [width, height] },
]
const colours = ['#1f6f8b', '#b3541e', '#4f772d', '#7b2d8b', '#a4161a', '#33415c', '#8a6d00']
const dashes = ['', 'stroke-dasharray="6 3"', 'stroke-dasharray="2 3"', 'stroke-dasharray="10 3 2 3"']

// Both axes are logarithmic: what takes ten times as long for ten times the records is a line at 45°.
const [least, decades] = [80, 3.2]
const span = height - top - bottom
const x = (count: number): number => left + (Math.log10(count / sizes[0]) / 2) * (width - left - right)
const y = (micros: number): number => height - bottom - (Math.log10(micros / least) / decades) * span

const text = (at: [number, number], value: string, more = '') =>
  `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" ${more}>${value}</text>`

const lineOf = (points: readonly [number, number][], style: string) =>
  `<polyline fill="none" ${style} points="${points.map(([count, micros]) => `${x(count).toFixed(1)},${y(micros).toFixed(1)}`).join(' ')}"/>`

const axes = (): string[] => [
  ...[100, 1_000, 10_000, 100_000].map((micros) => {
    const label = micros < 1_000 ? `${micros} µs` : `${micros / 1_000} ms`
    return `<line x1="${left}" x2="${width - right}" y1="${y(micros)}" y2="${y(micros)}" stroke="#ddd"/>${text([left - 8, y(micros) + 4], label, 'text-anchor="end"')}`
  }),
  ...sizes.map((size) => text([x(size), height - bottom + 20], size.toLocaleString('en'), 'text-anchor="middle"')),
  // What grows as log n, from 100 µs.
  lineOf(
    sizes.map((size) => [size, (100 * Math.log(size)) / Math.log(sizes[0])]),
    'stroke="#999" stroke-width="5" opacity="0.4"',
  ),
]

const panelOf = (growth: Growth, { title, prefix, at }: Panel): string => {
  const found = Object.entries(growth).filter(([name]) => name.startsWith(prefix))
  const ofLargest = (bySize: Growth[string]) => bySize[sizes[2]]?.ours ?? 0
  const named = found.toSorted(([, one], [, other]) => ofLargest(other) - ofLargest(one))
  const step = Math.min(20, (height - top - 20) / named.length)
  const series = named.flatMap(([name, bySize], index) => {
    const stroke = `stroke="${colours[index % colours.length]}" stroke-width="2" ${dashes[Math.floor(index / colours.length) % dashes.length]}`
    const points = sizes.flatMap((size): [number, number][] => {
      const micros = bySize[size]?.ours
      return micros ? [[size, micros]] : []
    })
    const line = top + index * step
    return [
      lineOf(points, stroke),
      `<line x1="${width - right + 14}" x2="${width - right + 40}" y1="${line - 4}" y2="${line - 4}" ${stroke}/>`,
      text([width - right + 46, line], name.slice(prefix.length)),
    ]
  })
  return `<g transform="translate(${at[0]} ${at[1]})">\n${[text([left, 22], title, 'font-weight="bold"'), ...axes(), ...series].join('\n')}\n</g>`
}

/** The picture of all figures, as SVG. */
export const draw = (growth: Growth): string => {
  const [whole, high] = [2 * width, 2 * height + 30]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${whole} ${high}" font-family="sans-serif" font-size="12">
<rect width="${whole}" height="${high}" fill="#fff"/>
${panels.map((panel) => panelOf(growth, panel)).join('\n')}
${text([left, high - 10], 'The processor’s time for a request, or a row of an import, of server and PostgreSQL together, by the number of posts and of employees; grey: what grows as the logarithm.')}
</svg>
`
}
