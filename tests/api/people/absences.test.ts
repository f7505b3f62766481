import { afterAll, beforeAll, expect, it } from 'vitest'
import { dayIn } from '../../../domain/people/days.ts'
import { configuration } from '../../../domain/resources/configuration.ts'
import { employee } from '../../../domain/resources/employee.ts'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import type { Client } from '../../support/client.ts'

let atrium: TestAtrium
let staff: Client
beforeAll(async () => {
  atrium = await openTestAtrium()
  staff = await atrium.asUser('all')
}, 60_000)
afterAll(() => atrium.close())

const day = 86_400_000
/** The day so many days from now, in UTC, where the house is until it says otherwise. */
const inDays = (days: number) => dayIn(new Date(Date.now() + days * day), 'UTC')

type Said = { from: string; until: string; stand_in?: number | null }
const say = (who: Client & { id: number }, absences: Said[], headers = {}) =>
  who.call('PUT', `/api/employee/${who.id}`, { absences }, headers)
const seen = async (reader: Client, id: number, query = '') =>
  (await reader.call('GET', `/api/employee/${id}/with_co${query}`)).body.data
const own = async (who: Client) => (await who.call('GET', '/api/me/employee')).body.data
const named = async () => {
  const { id, email } = await atrium.asEmployee()
  return { id, name: email.split('@')[0] }
}

it('shows colleagues who is away, until when and who stands in, on the page and in the directory', async () => {
  const [who, other, reader] = [await atrium.asEmployee(), await named(), await atrium.asEmployee()]
  const answer = await say(who, [
    { from: inDays(20), until: inDays(24) },
    { from: inDays(-2), until: inDays(3), stand_in: other.id },
  ])
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  const { away, absences } = await seen(reader, who.id)
  expect(away).toMatchObject({ from: inDays(-2), until: inDays(3), isNow: true, stand_in: other })
  expect(absences).toMatchObject([
    { until: inDays(3), isNow: true },
    { until: inDays(24), isNow: false, stand_in: null },
  ])
  const { body } = await reader.call('GET', `/api/employee/by_division?keyword=${who.email.split('@')[0]}`)
  expect(body.data[0].employee[0]).toMatchObject({ id: who.id, away: { until: inDays(3), stand_in: other } })
})

it('is by the last day that is seen no more once it is over, and of two the one that ends later', async () => {
  const [who, reader] = [await atrium.asEmployee(), await atrium.asEmployee()]
  await say(who, [
    { from: inDays(-9), until: inDays(-1) },
    { from: inDays(0), until: inDays(0) },
    { from: inDays(0), until: inDays(5) },
  ])
  const { away, absences } = await seen(reader, who.id)
  expect(away.until).toBe(inDays(5))
  expect(absences.map(({ until }: Said) => until)).toEqual([inDays(0), inDays(5)])
})

it('counts days where the house is, also by a zone that nobody knows', async () => {
  const [who, reader] = [await atrium.asEmployee(), await atrium.asEmployee()]
  // These two are never on the same day.
  const today = dayIn(new Date(), 'Pacific/Kiritimati')
  await say(who, [{ from: today, until: today }])
  const awayIn = async (timeZone: string) => {
    await atrium.run(configuration, 'edit', { timeZone }, 1)
    return (await seen(reader, who.id)).away !== undefined
  }
  expect(await awayIn('Pacific/Kiritimati')).toBe(true)
  expect(await awayIn('Pacific/Pago_Pago')).toBe(false)
  await awayIn('Middle/Earth')
  expect((await reader.call('GET', `/api/employee/${who.id}/with_co`)).status).toBe(200)
  await awayIn('UTC')
})

it('refuses days that run backwards, at the last of them', async () => {
  const who = await atrium.asEmployee()
  const { status, body } = await say(who, [{ from: inDays(3), until: inDays(2) }])
  expect([status, body.errors[0].property]).toEqual([422, 'absences[new_0].until'])
  expect((await own(who)).absences).toEqual([])
})

it('refuses as a stand-in oneself, somebody who is not active, and nobody known', async () => {
  const [who, gone] = [await atrium.asEmployee(), await named()]
  await atrium.run(employee, 'deactivate', {}, gone.id)
  for (const id of [who.id, gone.id, 999_999]) {
    const { status, body } = await say(who, [{ from: inDays(0), until: inDays(2), stand_in: id }])
    expect([status, body.errors[0].constraints]).toEqual([422, { unknown: 'Stand-in is not a known choice' }])
  }
})

it('shows no stand-in who has left, and keeps them for whoever named them', async () => {
  const [who, other, reader] = [await atrium.asEmployee(), await named(), await atrium.asEmployee()]
  await say(who, [{ from: inDays(0), until: inDays(2), stand_in: other.id }])
  await atrium.run(employee, 'deactivate', {}, other.id)
  expect((await seen(reader, who.id)).away.stand_in).toBeNull()
  const [absence] = (await own(who)).absences
  expect(absence.stand_in).toEqual({ ...other, isInactive: true })
  // Whoever changes something else says them again, which is no new choice.
  const kept = { ...absence, stand_in: other.id }
  expect((await say(who, [kept, { from: inDays(9), until: inDays(9) }])).status).toBe(200)
  expect((await staff.call('POST', `/api/employee/${other.id}/erasure`, { name: other.name })).status).toBe(200)
  expect((await seen(reader, who.id)).away.stand_in).toBeNull()
  expect((await own(who)).absences[0].stand_in.name).toBe('[erased]')
})

it('is sealed in the log, and gone with the person', async () => {
  const [who, reader] = [await atrium.asEmployee(), await atrium.asUser('all')]
  await say(who, [{ from: '2098-07-06', until: '2098-07-08' }])
  const { rows } = await atrium.services.pool.query<{ said: string }>(
    `select row_to_json(e)::text as said from log.event e where stream = $1`,
    [`employee-${who.id}`],
  )
  expect(rows.length).toBeGreaterThan(1)
  expect(rows.filter(({ said }) => said.includes('2098-07'))).toEqual([])
  const history = async () => JSON.stringify((await reader.call('GET', `/api/employee/${who.id}/history`)).body)
  expect(await history()).toContain('2098-07-06')
  const name = who.email.split('@')[0]
  expect((await staff.call('POST', `/api/employee/${who.id}/erasure`, { name })).status).toBe(200)
  expect(await history()).not.toContain('2098-07')
  expect((await reader.call('GET', `/api/employee/${who.id}`)).body.data.absences).toEqual([])
})

it('is said by nobody else but who may edit employees, and over no version that was not seen', async () => {
  const [who, other] = [await atrium.asEmployee(), await atrium.asEmployee()]
  const absences = [{ from: inDays(0), until: inDays(1) }]
  expect((await other.call('PUT', `/api/employee/${who.id}`, { absences })).status).toBe(403)
  const { version } = await own(who)
  expect((await staff.call('PUT', `/api/employee/${who.id}`, { absences })).status).toBe(200)
  expect((await say(who, [], { 'if-match': `"${version}"` })).status).toBe(412)
  expect((await own(who)).absences).toMatchObject(absences)
})

it('reads as it was at a moment, by the day of then', async () => {
  const who = await atrium.asEmployee()
  const before = new Date().toISOString()
  await say(who, [{ from: inDays(0), until: inDays(1) }])
  expect((await seen(staff, who.id, `?as_of=${before}`)).away).toBeUndefined()
  expect((await seen(staff, who.id)).away).toBeDefined()
  const later = new Date(Date.now() + 5 * day).toISOString()
  expect((await seen(staff, who.id, `?as_of=${later}`)).away).toBeUndefined()
})
