import { at, circle, fade, line, many, numbersFrom, rect, ring, shape } from './svg.ts'

/** A room: wall, floor and the light that falls in. */
export const room = (wall: readonly [string, string], floor: string): string =>
  [
    `<defs>${fade('wall', ...wall)}${fade('pane', '#cfe6ee', '#f6efe0')}</defs>`,
    rect(0, 0, 1200, 600, 'url(#wall)'),
    rect(0, 590, 1200, 160, floor),
    rect(0, 590, 1200, 10, '#000000').replace('fill=', 'fill-opacity="0.12" fill='),
  ].join('')

/** A window of 300 by 320 that looks at the water. */
export const window = (frame: string): string =>
  [
    rect(0, 0, 300, 320, frame, 6),
    rect(14, 14, 272, 292, 'url(#pane)'),
    rect(14, 210, 272, 96, '#5fa0a8'),
    line('M40 236q14 -6 28 0t28 0M150 262q14 -6 28 0t28 0', '#ffffff', 3, 0.6),
    at(
      150,
      150,
      `${rect(10, 10, 46, 30, '#c8553d', 2)}${rect(60, 18, 40, 22, '#e9c46a', 2)}${shape('M-20 40H120L108 62H-8Z', '#264653')}`,
    ),
    rect(144, 14, 12, 292, frame),
    rect(14, 150, 272, 10, frame),
  ].join('')

/** A desk of 420 by 210 with its lamp and screen. */
export const desk = (top: string, leg: string): string =>
  [
    rect(120, -130, 190, 118, '#2b3a42', 8),
    rect(130, -120, 170, 98, '#8fc1c4', 4),
    line('M146 -98H250M146 -78H280M146 -58H226', '#ffffff', 6, 0.8),
    rect(196, -14, 38, 14, '#2b3a42'),
    line('M350 0V-90L300 -140', leg, 8),
    shape(
      [
        [318, -160],
        [272, -128],
        [300, -108],
      ],
      '#e9c46a',
    ),
    rect(0, 0, 420, 22, top, 4),
    rect(20, 22, 16, 188, leg),
    rect(384, 22, 16, 188, leg),
    rect(270, 22, 110, 70, leg, 3),
    rect(312, 40, 26, 6, top),
  ].join('')

/** A plant in its pot, 140 by 260. */
export const plant = (leaf: string, pot: string): string =>
  [
    many(7, (index) => {
      const lean = (index - 3) * 26
      return shape(
        `M70 180Q${70 + lean} ${110 - (3 - Math.abs(index - 3)) * 22} ${70 + lean * 1.9} ${60 - (3 - Math.abs(index - 3)) * 18}Q${70 + lean * 0.4} ${120} 70 180Z`,
        leaf,
        0.75 + (index % 2) * 0.25,
      )
    }),
    shape(
      [
        [30, 176],
        [110, 176],
        [98, 260],
        [42, 260],
      ],
      pot,
    ),
    rect(24, 168, 92, 18, pot, 4),
  ].join('')

/** A shelf of 320 by 400 with boxes and folders. */
export const shelf = (frame: string, seed: number): string => {
  const next = numbersFrom(seed)
  const colours = ['#c8553d', '#2a9d8f', '#e9c46a', '#457b9d', '#d9cbb8', '#7d5a7c']
  const row = (y: number) => {
    let x = 20
    let drawn = ''
    while (x < 270) {
      const [width, height] = [16 + next() * 34, 46 + next() * 36]
      drawn += rect(x, y - height, width, height, colours[Math.floor(next() * colours.length)] ?? frame, 2)
      x += width + 5
    }
    return drawn + rect(0, y, 320, 12, frame)
  }
  return [rect(0, 0, 12, 400, frame), rect(308, 0, 12, 400, frame), ...[96, 196, 296, 388].map(row)].join('')
}

/** Somebody of 120 by 300: hair, skin and what they wear. */
export const person = (hair: string, skin: string, coat: string, trousers = '#33415c'): string =>
  [
    rect(34, 176, 24, 124, trousers, 8),
    rect(64, 176, 24, 124, trousers, 8),
    shape('M20 96Q20 74 44 74H78Q102 74 102 96L96 196H26Z', coat),
    shape('M20 96Q4 130 12 178L30 172Q28 130 38 104Z', coat),
    shape('M102 96Q118 130 110 178L92 172Q94 130 84 104Z', coat),
    circle(20, 180, 10, skin),
    circle(102, 180, 10, skin),
    rect(52, 56, 18, 26, skin),
    circle(61, 40, 27, skin),
    shape('M33 42Q30 8 61 8Q94 8 89 42Q84 24 61 24Q38 24 33 42Z', hair),
  ].join('')

/** A coil of rope around its middle, of this radius. */
export const coil = (radius: number, colour: string, shade: string): string =>
  many(Math.floor(radius / 16), (index) => {
    const own = radius - index * 16
    return (
      ring(0, 0, own, index % 2 ? shade : colour, 14) +
      `<circle r="${own}" fill="none" stroke="${shade}" stroke-width="3" stroke-dasharray="4 14" opacity="0.6"/>`
    )
  })

/** A bicycle of 260 by 160. */
export const bicycle = (frame: string): string =>
  [
    ring(50, 110, 46, '#2b3a42', 8),
    ring(210, 110, 46, '#2b3a42', 8),
    line('M50 110L96 40H176L120 110ZM96 40L120 110M176 40L210 110M176 40L170 14H196M84 28H108', frame, 8),
    circle(120, 110, 12, '#2b3a42'),
  ].join('')

/** A cup that steams, 120 by 130. */
export const cup = (colour: string): string =>
  [
    line('M34 30q-12 -18 0 -34M60 30q-12 -18 0 -34', '#ffffff', 6, 0.7),
    shape('M10 44H84V96Q84 124 58 124H36Q10 124 10 96Z', colour),
    line('M84 62q30 0 26 22t-30 18', colour, 9),
  ].join('')

/** Papers on a clipboard, 200 by 260; `done` lines are ticked. */
export const clipboard = (board: string, done: number): string =>
  [
    rect(0, 0, 200, 260, board, 8),
    rect(16, 26, 168, 218, '#fdfaf3', 3),
    rect(64, -12, 72, 34, '#5c6b70', 6),
    many(6, (index) => {
      const y = 58 + index * 30
      const tick = index < done ? line(`M32 ${y}l7 8l12 -16`, '#2a9d8f', 6) : rect(32, y - 8, 16, 16, '#d9cbb8', 3)
      return tick + rect(64, y - 4, 90 - (index % 3) * 18, 8, '#c9c2b4', 4)
    }),
  ].join('')

export const skins = ['#f1c9a5', '#c68e63', '#8d5a3b', '#e5b287'] as const

/** A line of little flags across the whole width. */
export const flags = (y: number) =>
  line(`M0 ${y}Q300 ${y + 90} 600 ${y + 40}T1200 ${y}`, '#5b4636', 4) +
  many(15, (index) => {
    const x = 30 + index * 80
    const top = y + 24 + Math.sin(index / 2.4) * 26 + 14
    return shape(
      [
        [x, top],
        [x + 44, top],
        [x + 22, top + 54],
      ],
      ['#c8553d', '#e9c46a', '#2a9d8f', '#457b9d'][index % 4] ?? '#c8553d',
    )
  })
