import { coil, cup, desk, flags, person, plant, room, shelf, skins, window } from './indoors.ts'
import { at, circle, drawing, line, many, rect, ring, shape } from './svg.ts'

const cable = (x: number, y: number) =>
  line(`M${x} ${y}C${x + 60} ${y + 90} ${x + 160} ${y + 60} ${x + 200} ${y + 150}`, '#d9b98a', 10)

/** Scenes of rooms. */
export const indoorScenes = {
  rope: drawing([
    room(['#f0e4cf', '#e4d2b4'], '#a67c52'),
    at(90, 90, shelf('#7a5637', 7)),
    at(560, 210, coil(190, '#dcbf8f', '#b8935d')),
    at(900, 440, coil(130, '#e9d3a8', '#c2a06a')),
    cable(620, 380),
    at(380, 330, person('#5b4636', skins[1], '#457b9d'), 1.02),
    at(960, 250, person('#222222', skins[3], '#c8553d'), 1.02),
    line('M450 560Q700 500 1000 470', '#d9b98a', 14),
  ]),
  whiteboard: drawing([
    room(['#e7ece8', '#d3ddd6'], '#8a9a90'),
    at(
      470,
      110,
      rect(0, 0, 600, 360, '#7d8a83', 6) +
        rect(12, 12, 576, 336, '#ffffff', 3) +
        many(5, (row) =>
          line(
            `M50 ${70 + row * 54}H${260 + ((row * 67) % 130)}`,
            ['#264653', '#c8553d', '#2a9d8f', '#264653', '#457b9d'][row] ?? '#264653',
            9,
          ),
        ) +
        many(5, (row) => ring(480, 70 + row * 54, 15, '#2a9d8f', 6)),
    ),
    at(
      120,
      200,
      rect(0, 150, 250, 240, '#c9cfc9', 8) +
        rect(24, 110, 200, 60, '#aab4ad', 6) +
        rect(44, 60, 160, 70, '#ffffff', 2) +
        line('M64 84H184M64 104H150', '#c9c2b4', 6) +
        circle(214, 190, 9, '#c8553d') +
        rect(24, 220, 200, 16, '#8f9a93', 3),
    ),
    at(380, 310, person('#2a201a', skins[2], '#e9c46a'), 1.05),
    at(1060, 400, plant('#3f7d5b', '#c8553d')),
  ]),
  thanks: drawing([
    room(['#fbe7d3', '#f4d3b5'], '#b06a4c'),
    flags(70),
    at(200, 300, person('#1b1b1f', skins[0], '#c8553d'), 1.1),
    at(380, 290, person('#3b2a20', skins[2], '#2a9d8f'), 1.13),
    at(560, 300, person('#7a4a2b', skins[3], '#457b9d'), 1.1),
    at(740, 295, person('#d9c7a5', skins[1], '#7d5a7c'), 1.12),
    at(
      930,
      470,
      rect(0, 60, 190, 90, '#ffffff', 8) +
        rect(0, 60, 190, 26, '#e9c46a', 6) +
        rect(30, 20, 130, 50, '#f6d7d0', 6) +
        many(4, (index) => rect(46 + index * 30, -16, 8, 38, '#457b9d') + circle(50 + index * 30, -24, 8, '#f4a261')),
    ),
    many(40, (index) =>
      rect(
        (index * 137) % 1200,
        (index * 211) % 560,
        12,
        7,
        ['#c8553d', '#e9c46a', '#2a9d8f', '#457b9d'][index % 4] ?? '#c8553d',
        2,
      ),
    ),
  ]),
  scanner: drawing([
    room(['#dfe6e9', '#c9d5d9'], '#7b8b90'),
    at(60, 110, shelf('#5c6b70', 21), 1.15),
    at(820, 110, shelf('#5c6b70', 5), 1.15),
    at(
      480,
      180,
      rect(0, 0, 210, 330, '#2f6f55', 34) +
        rect(26, 34, 158, 170, '#d8f0df', 10) +
        many(9, (index) => rect(46 + index * 13, 64, index % 3 ? 5 : 9, 80, '#1d3f2f')) +
        rect(46, 160, 118, 14, '#2a9d8f', 7) +
        many(6, (index) => circle(58 + (index % 3) * 47, 240 + Math.floor(index / 3) * 44, 14, '#8fc9a6')) +
        rect(70, 330, 70, 150, '#275c47', 20),
    ),
    shape(
      [
        [500, 180],
        [670, 180],
        [840, 20],
        [330, 20],
      ],
      '#c8553d',
      0.16,
    ),
    line('M380 60H790', '#c8553d', 6, 0.8),
  ]),
  canteen: drawing([
    room(['#f6efe0', '#ecdcc0'], '#b98d5e'),
    at(110, 120, window('#8c6a4a')),
    at(500, 120, window('#8c6a4a')),
    at(
      120,
      540,
      rect(0, 0, 960, 28, '#8c5a3c', 6) + rect(60, 28, 24, 150, '#6d4630') + rect(880, 28, 24, 150, '#6d4630'),
    ),
    at(240, 414, cup('#c8553d')),
    at(
      420,
      470,
      shape('M0 30Q60 80 140 30L128 66Q70 90 12 66Z', '#457b9d') +
        circle(48, 30, 22, '#f4a261') +
        circle(84, 24, 24, '#c8553d') +
        circle(66, 8, 20, '#9bbf6a'),
    ),
    at(640, 414, cup('#2a9d8f')),
    at(880, 270, plant('#4f8a5b', '#d9cbb8'), 1.05),
  ]),
  knots: drawing([
    room(['#e9e2d2', '#dccfb4'], '#8c6a4a'),
    line('M0 240C260 240 330 90 480 110S690 320 560 400S330 340 430 220S830 120 1200 250', '#b8935d', 46),
    line('M0 240C260 240 330 90 480 110S690 320 560 400S330 340 430 220S830 120 1200 250', '#e1c595', 34),
    at(240, 610, coil(120, '#dcbf8f', '#b8935d')),
    at(
      800,
      500,
      rect(0, 0, 260, 40, '#7a5637', 8) + rect(30, -90, 200, 92, '#6d4630', 6) + line('M60 -60L200 -30', '#e9d3a8', 10),
    ),
    at(
      560,
      520,
      ring(0, 0, 86, '#c8553d', 34) +
        many(4, (index) => `<g transform="rotate(${index * 90 + 45})">${rect(-14, -104, 28, 38, '#ffffff', 3)}</g>`),
    ),
  ]),
  desks: drawing([
    room(['#e6ecea', '#cddad6'], '#a8835c'),
    at(100, 110, window('#6d7f7b')),
    at(470, 110, window('#6d7f7b')),
    at(840, 110, window('#6d7f7b')),
    at(140, 470, desk('#b98d5e', '#5c6b70')),
    at(660, 470, desk('#b98d5e', '#5c6b70')),
    at(570, 400, plant('#3f7d5b', '#c8553d'), 0.8),
  ]),
} as const
