import { boat, containers, crane, gulls, lighthouse, lights, quay, seascape, ship, warehouse } from './harbour.ts'
import { bicycle, clipboard, flags, person, skins } from './indoors.ts'
import { at, circle, drawing, line, many, numbersFrom, rect, shape } from './svg.ts'

const { morning, day, dusk, fog, night } = lights

const stars = (count: number) => {
  const next = numbersFrom(5)
  return many(count, () => circle(next() * 1200, next() * 330, 1 + next() * 2, '#ffffff', 0.4 + next() * 0.5))
}

/** Scenes of the harbour. */
export const harbourScenes = {
  office: drawing([
    seascape(morning, [900, 240]),
    gulls(6, 3),
    at(
      90,
      210,
      rect(0, 0, 520, 420, '#f3ebdc', 6) +
        rect(-14, -16, 548, 26, '#8c4a36', 4) +
        many(3, (row) =>
          many(5, (column) => rect(36 + column * 96, 40 + row * 116, 62, 78, row === 0 ? '#ffe3a3' : '#7fa6ae', 3)),
        ) +
        rect(220, 300, 84, 120, '#8c4a36', 4),
    ),
    at(690, 300, crane('#264653')),
    quay('#6d5c4d', '#9c8672', 126),
    at(640, 466, person('#3b2a20', skins[0], '#2a9d8f'), 0.6),
    at(730, 466, person('#1f1a18', skins[2], '#c8553d'), 0.6),
  ]),
  drill: drawing([
    seascape(day, [200, 200]),
    at(560, 260, warehouse('#d8cbb6', '#8c4a36', '#47616b'), 1.35),
    quay('#8a8f86', '#b3b8ae', 150),
    at(
      250,
      150,
      rect(0, 0, 12, 460, '#5c6b70') + shape('M12 10Q80 -10 130 24T240 20V120Q180 140 130 112T12 116Z', '#2a9d8f'),
    ),
    at(310, 450, person('#3b2a20', skins[1], '#f4a261'), 0.72),
    at(400, 458, person('#1f1a18', skins[2], '#457b9d'), 0.7),
    at(480, 452, person('#7a4a2b', skins[0], '#c8553d'), 0.72),
    at(130, 446, person('#222222', skins[3], '#e9d94f'), 0.75),
  ]),
  bicycles: drawing([
    seascape(day, [980, 190]),
    at(
      60,
      170,
      rect(0, 0, 1080, 30, '#5c6b70', 4) +
        rect(30, 30, 20, 440, '#5c6b70') +
        rect(1030, 30, 20, 440, '#5c6b70') +
        rect(30, 230, 1020, 14, '#5c6b70'),
    ),
    many(4, (index) =>
      at(110 + index * 250, 240, bicycle(['#c8553d', '#e9c46a', '#457b9d', '#2a9d8f'][index] ?? '#c8553d'), 0.92),
    ),
    quay('#93897c', '#b9ae9f', 150),
    many(4, (index) =>
      at(120 + index * 250, 460, bicycle(['#2a9d8f', '#7d5a7c', '#c8553d', '#457b9d'][index] ?? '#c8553d')),
    ),
  ]),
  walk: drawing([
    seascape(fog, [720, 210]),
    at(640, 250, crane('#47616b')),
    at(60, 600, containers([3, 4, 4, 2, 3], 11)),
    quay('#77807b', '#a2aaa4', 150),
    at(640, 380, clipboard('#8c6a4a', 5), 0.95),
    at(900, 420, person('#222222', skins[3], '#e9d94f'), 0.95),
    at(1010, 428, person('#7a4a2b', skins[0], '#f4a261'), 0.92),
  ]),
  ship: drawing([
    seascape(dusk, [880, 300]),
    gulls(5, 9, '#ffd9b0'),
    at(250, 330, ship('#27304f', '#f4a261', 5), 1.05),
    at(20, 360, lighthouse('#221a36', '#ffe3a3'), 0.8),
    line(
      'M0 690q40 -14 80 0t80 0t80 0t80 0t80 0t80 0t80 0t80 0t80 0t80 0t80 0t80 0t80 0t80 0t80 0',
      '#f0a06b',
      4,
      0.35,
    ),
  ]),
  quays: drawing([
    seascape(morning, [300, 220]),
    gulls(8, 14),
    at(520, 300, ship('#2c5d63', '#e9c46a', 8)),
    at(60, 268, crane('#8c4a36', '#264653'), 0.9),
    at(830, 240, crane('#8c4a36', '#264653')),
    quay('#6d5c4d', '#9c8672', 140),
    at(380, 612, containers([2, 3, 1], 4)),
  ]),
  openHouse: drawing([
    seascape(dusk, [1010, 260]),
    at(
      170,
      170,
      rect(0, 0, 640, 460, '#4b3a52', 6) +
        rect(-16, -18, 672, 30, '#2b2138', 4) +
        many(2, (row) => many(5, (column) => rect(44 + column * 116, 46 + row * 140, 78, 96, '#ffd98a', 4))) +
        rect(262, 320, 116, 140, '#ffe9b8', 4) +
        shape(
          [
            [262, 460],
            [378, 460],
            [470, 600],
            [170, 600],
          ],
          '#ffe9b8',
          0.5,
        ),
    ),
    flags(40),
    quay('#3a2f44', '#5a4a63', 122),
    at(560, 470, person('#1b1b1f', skins[1], '#c8553d'), 0.62),
    at(660, 474, person('#7a4a2b', skins[0], '#2a9d8f'), 0.6),
    at(900, 472, person('#222222', skins[2], '#e9c46a'), 0.6),
    at(980, 470, person('#d9c7a5', skins[3], '#457b9d'), 0.62),
  ]),
  nightShift: drawing([
    seascape(night, [240, 170]),
    stars(60),
    at(640, 200, crane('#2a4a5e', '#f4a261'), 1.1),
    at(90, 330, lighthouse('#0b2236', '#ffe3a3')),
    at(400, 640, containers([2, 4, 3, 4, 1], 17)),
    quay('#0e2a3a', '#24495c', 112),
  ]),
  sail: drawing([
    seascape(day, [860, 180]),
    gulls(7, 31),
    at(220, 330, boat('#8c4a36', '#f6f1e7'), 1.5),
    at(560, 400, boat('#264653', '#f4a261'), 1.05),
    at(800, 420, boat('#2a9d8f', '#ffffff'), 0.8),
    at(960, 440, boat('#7d5a7c', '#e9c46a'), 0.6),
  ]),
} as const
