import { afterEach, expect, test } from 'vitest'
import {
  boundsOfDay,
  formatCalendarDay,
  formatShortCalendarDay,
  formatTime,
  onZone,
  setSiteTimeZone,
} from '../../ui-shared/date.tsx'
import { date } from '../../domain/fields/time.ts'
import { fromLocal, toLocal } from '../../ui-shared/fields/local-time.ts'

afterEach(() => setSiteTimeZone(undefined))

test('tells of another zone once it is in force, and of the same one not again', () => {
  const heard: string[] = []
  const stop = onZone(() => heard.push(formatTime('2026-11-12T08:00:00Z')))
  for (const zone of ['Asia/Tokyo', 'Asia/Tokyo', 'Europe/Berlin', 'No/Such']) setSiteTimeZone(zone)
  stop()
  setSiteTimeZone('Asia/Tokyo')
  expect(heard.slice(0, 2)).toEqual(['17:00', '09:00'])
  expect(heard).toHaveLength(3)
})

test.each(['Pacific/Auckland', 'Pacific/Kiritimati', 'Pacific/Niue', 'UTC'])(
  'a day is the same in %s',
  async (zone) => {
    const { valueLines } = await import('../../admin-ui/diff/value-lines.ts')
    setSiteTimeZone(zone)
    expect([formatCalendarDay('2026-11-24'), formatShortCalendarDay('2026-11-24')]).toEqual([
      '24 November 2026',
      '24 Nov',
    ])
    expect(valueLines('2026-11-24', date({ label: 'Since' }), () => '')).toEqual(['24 November 2026'])
  },
)

const minute = 60_000
const around = (at: string, hours: number) =>
  Array.from({ length: hours * 4 }, (_, index) => Date.parse(at) + (index - hours * 2) * 15 * minute)

// Moments at which clocks are set, forwards and back, by an hour and by half of one.
const changes = [
  ['Europe/Berlin', '2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z'],
  ['America/New_York', '2026-03-08T07:00:00Z', '2026-11-01T06:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00Z', '2026-04-04T15:00:00Z'],
  ['America/St_Johns', '2026-03-08T05:30:00Z', '2026-11-01T04:30:00Z'],
  ['Pacific/Auckland', '2026-09-26T14:00:00Z', '2026-04-04T14:00:00Z'],
] as const

test.each(changes)(
  'every moment in %s comes back as the clock shows it, around the days on which it is set',
  (zone, ...at) => {
    for (const moment of at.flatMap((one) => around(one, 30))) {
      const shown = toLocal(new Date(moment).toISOString(), zone)
      const back = fromLocal(shown, zone)
      // Of an hour that comes twice, one of both.
      expect(toLocal(back, zone)).toBe(shown)
      expect([0, 30 * minute, 60 * minute]).toContain(Math.abs(Date.parse(back) - moment))
    }
  },
)

test.each([
  ['Europe/Berlin', '2026-03-29T02:30', '03:30'],
  ['America/New_York', '2026-03-08T02:30', '03:30'],
  ['Australia/Lord_Howe', '2026-10-04T02:15', '02:45'],
])('a time that %s leaves out (%s) is the one after it', (zone, local, shown) => {
  expect(toLocal(fromLocal(local, zone), zone)).toBe(`${local.slice(0, 11)}${shown}`)
})

test('days end where the next ones begin, also when they have 23 or 25 hours', () => {
  for (const [zone, ...at] of changes) {
    setSiteTimeZone(zone)
    for (const day of at.map((one) => one.slice(0, 10))) {
      const days = [-1, 0, 1, 2].map((more) =>
        new Date(Date.parse(day) + more * 24 * 60 * minute).toJSON().slice(0, 10),
      )
      const bounds = days.map((one) => boundsOfDay(one))
      for (const [index, next] of bounds.slice(1).entries())
        expect(Date.parse(next?.from ?? '') - Date.parse(bounds[index]?.until ?? '')).toBe(1)
    }
  }
})
