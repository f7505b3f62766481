import { at, circle, fade, line, many, numbersFrom, rect, shape } from './svg.ts'

/** The light of a scene: its sky from top to horizon, the sun, hills far off, water near and far. */
export type Light = { sky: readonly string[]; sun: string; far: string; water: readonly [string, string]; dark: string }

export const lights = {
  morning: {
    sky: ['#f7d9c4', '#fbeadb', '#fdf5ea'],
    sun: '#f4a261',
    far: '#c9b8a8',
    water: ['#9cc3c2', '#4d8b92'],
    dark: '#264653',
  },
  day: {
    sky: ['#9fcbe0', '#cfe6ee', '#f2f6ef'],
    sun: '#fff3c9',
    far: '#a9c3b8',
    water: ['#7fb7bf', '#2c6e7a'],
    dark: '#1d3f4a',
  },
  dusk: {
    sky: ['#3a2f5b', '#9d4b6c', '#f0a06b'],
    sun: '#ffd59a',
    far: '#5c3d63',
    water: ['#b06a6f', '#3b2b50'],
    dark: '#221a36',
  },
  fog: {
    sky: ['#c6d3cf', '#dfe7e2', '#eef1ea'],
    sun: '#ffffff',
    far: '#a7b9b3',
    water: ['#a3bab6', '#5f8480'],
    dark: '#2f4a48',
  },
  night: {
    sky: ['#0c1a2b', '#173450', '#35607a'],
    sun: '#f3ead0',
    far: '#123049',
    water: ['#20506a', '#0b2236'],
    dark: '#071420',
  },
} as const satisfies Record<string, Light>

const horizon = 470

/** Sky, sun, hills and water. `sun` says where it stands. */
export const seascape = ({ sky, sun, far, water }: Light, at: readonly [number, number] = [880, 250]): string => {
  const next = numbersFrom(at[0] + at[1])
  const hills = `M0 ${horizon}C150 ${horizon - 60} 260 ${horizon - 30} 400 ${horizon - 46}S640 ${horizon - 14} 760 ${horizon - 34}S1040 ${horizon - 80} 1200 ${horizon - 22}V${horizon}Z`
  return [
    `<defs>${fade('sky', ...sky)}${fade('water', ...water)}</defs>`,
    rect(0, 0, 1200, horizon + 2, 'url(#sky)'),
    circle(at[0], at[1], 190, sun, 0.16),
    circle(at[0], at[1], 120, sun, 0.25),
    circle(at[0], at[1], 66, sun),
    shape(hills, far, 0.75),
    rect(0, horizon, 1200, 750 - horizon, 'url(#water)'),
    many(9, (index) => {
      const width = 190 - index * 14
      return rect(at[0] - width / 2 + (next() - 0.5) * 40, horizon + 12 + index * 22, width, 5, sun, 2.5)
    }).replaceAll('opacity="1"', 'opacity="0.5"'),
    many(26, () => {
      const [x, y] = [next() * 1200, horizon + 20 + next() * 240]
      return line(`M${x} ${y}q18 -7 36 0t36 0`, '#ffffff', 2.5, 0.22)
    }),
  ].join('')
}

/** Birds far off. */
export const gulls = (count: number, seed: number, colour = '#ffffff'): string => {
  const next = numbersFrom(seed)
  return many(count, () => {
    const [x, y, size] = [120 + next() * 900, 70 + next() * 190, 10 + next() * 14]
    return line(`M${x} ${y}q${size / 2} -${size / 2} ${size} 0q${size / 2} -${size / 2} ${size} 0`, colour, 3.5, 0.85)
  })
}

/** The edge of a quay in the foreground, with bollards. */
export const quay = (colour: string, top: string, height = 130): string => {
  const y = 750 - height
  return [
    rect(0, y, 1200, height, colour),
    rect(0, y, 1200, 14, top),
    many(7, (index) => rect(index * 200 + 20, y + 40, 140, 4, top)).replaceAll('fill=', 'fill-opacity="0.4" fill='),
    many(4, (index) => at(140 + index * 300, y - 34, `${rect(0, 8, 30, 28, top, 4)}${rect(-6, 0, 42, 14, top, 7)}`)),
  ].join('')
}

/** A gantry crane of 300 by 380, its foot at the bottom. */
export const crane = (colour: string, hook = '#f4a261'): string =>
  [
    line('M60 380L100 120M240 380L200 120M78 260H222M60 380L210 200M240 380L90 200', colour, 13),
    rect(84, 96, 132, 34, colour, 4),
    line('M-150 104H380M100 104L150 0L200 104M150 0L-140 100M150 0L370 100', colour, 10),
    rect(116, 128, 46, 40, colour, 4),
    rect(122, 134, 34, 20, '#ffffff', 2),
    line('M-70 106V210', colour, 4),
    shape(
      [
        [-86, 210],
        [-54, 210],
        [-48, 228],
        [-92, 228],
      ],
      hook,
    ),
  ].join('')

const boxColours = ['#c8553d', '#2a9d8f', '#e9c46a', '#457b9d', '#f4a261', '#7d5a7c', '#e8e4d9']

/** Containers of 96 by 44 in columns of these heights. */
export const containers = (heights: readonly number[], seed: number): string => {
  const next = numbersFrom(seed)
  return heights
    .map((height, column) =>
      many(height, (row) => {
        const fill = boxColours[Math.floor(next() * boxColours.length)] ?? '#c8553d'
        const ribs = many(8, (rib) => rect(8 + rib * 11, 6, 3, 30, '#000000')).replaceAll(
          'fill=',
          'fill-opacity="0.13" fill=',
        )
        return at(column * 98, -44 * (row + 1), `${rect(0, 0, 95, 42, fill, 2)}${ribs}`)
      }),
    )
    .join('')
}

/** A freighter of 620 by 250: hull, bridge and what it carries. Its water line is at the bottom. */
export const ship = (hull: string, stripe: string, seed: number): string =>
  [
    at(150, 150, containers([2, 3, 3, 2], seed)),
    rect(40, 10, 86, 142, '#f3efe6', 4),
    many(3, (row) => many(3, (column) => rect(50 + column * 25, 22 + row * 34, 17, 16, '#3d5a6c', 2))),
    rect(62, -36, 34, 48, hull),
    rect(62, -24, 34, 10, stripe),
    shape('M0 150H620L570 232Q566 240 556 240H44Q34 240 30 232Z', hull),
    shape('M10 176H604L596 190H16Z', stripe),
  ].join('')

/** A warehouse of 420 by 240 with its gates. */
export const warehouse = (wall: string, roof: string, gate: string): string =>
  [
    shape(
      [
        [0, 80],
        [210, 0],
        [420, 80],
        [420, 240],
        [0, 240],
      ],
      wall,
    ),
    shape(
      [
        [-18, 88],
        [210, -6],
        [438, 88],
        [438, 66],
        [210, -30],
        [-18, 66],
      ],
      roof,
    ),
    many(3, (index) =>
      at(28 + index * 128, 120, rect(0, 0, 108, 120, gate, 3) + many(6, (row) => rect(0, 16 + row * 18, 108, 3, wall))),
    ),
    circle(210, 54, 20, gate),
  ].join('')

/** A lighthouse of 90 by 320 with its beam. */
export const lighthouse = (dark: string, light: string): string =>
  [
    shape(
      [
        [45, 30],
        [700, -70],
        [700, 130],
      ],
      light,
      0.16,
    ),
    shape(
      [
        [18, 320],
        [30, 70],
        [60, 70],
        [72, 320],
      ],
      '#f6f1e7',
    ),
    shape(
      [
        [24, 200],
        [27, 140],
        [63, 140],
        [66, 200],
      ],
      '#c8553d',
    ),
    shape(
      [
        [19, 300],
        [21, 258],
        [69, 258],
        [71, 300],
      ],
      '#c8553d',
    ),
    rect(24, 56, 42, 16, dark, 3),
    rect(31, 18, 28, 40, light, 3),
    shape(
      [
        [26, 18],
        [45, -8],
        [64, 18],
      ],
      '#c8553d',
    ),
  ].join('')

/** A sailing boat of 150 by 190. */
export const boat = (hull: string, sail: string): string =>
  [
    line('M74 0V150', '#5b4636', 6),
    shape('M80 6Q150 80 142 138H80Z', sail),
    shape('M68 22Q26 90 18 138H68Z', sail, 0.8),
    shape('M0 150H150L128 184Q124 190 116 190H34Q26 190 22 184Z', hull),
  ].join('')
