import { afterAll, beforeAll, expect, it } from 'vitest'
import { banner } from '../../../domain/resources/banner.ts'
import { call, type Client } from '../../support/client.ts'
import { openTwoServers, type TwoServers } from '../../support/two-servers.ts'

let two: TwoServers
let banners: number
beforeAll(async () => {
  two = await openTwoServers()
  banners = (
    await two.atrium.run(banner, 'create', { number: 1, name: 'Round 0', link: '/', thumbnail_focus: '50 50' })
  ).id
}, 60_000)
afterAll(() => two.close())

const portalOnB = (client: Client, headers = {}) =>
  call(two.urlB, 'GET', '/api/utility/portal', undefined, { authorization: `Bearer ${client.token}`, ...headers })

/** Does something while a client keeps asking the other server, so that what that keeps is as young as it gets. */
const whileAsking = async (client: Client, work: () => Promise<void>): Promise<number> => {
  let [isOver, answers] = [false, 0]
  const ask = async () => {
    for (; !isOver; answers += 1) await portalOnB(client)
  }
  const asking = [ask(), ask(), ask()]
  await work().finally(() => (isOver = true))
  await Promise.all(asking)
  return answers
}

it('what one server has acknowledged is in the next answer of another, however busy', async () => {
  const reader = await two.atrium.asEmployee()
  const answers = await whileAsking(reader, async () => {
    for (let round = 1; round <= 40; round += 1) {
      const name = `Round ${round}`
      expect((await two.onA.call('PUT', `/api/banner/${banners}`, { name })).status).toBe(200)
      expect((await portalOnB(reader)).body.data.banners[0].name).toBe(name)
    }
  })
  expect(answers).toBeGreaterThan(100)
})

it('a sign-in that has ended on one server is refused by another at once', async () => {
  for (const end of [
    (reader: Client) => reader.call('POST', '/api/auth/logout'),
    (reader: Client & { id?: number }) => two.onA.call('POST', `/api/employee/${reader.id}/deactivate`),
  ]) {
    const [reader, bystander] = [await two.atrium.asEmployee(), await two.atrium.asEmployee()]
    const answers = await whileAsking(reader, async () => {
      expect((await portalOnB(reader)).status).toBe(200)
      expect((await end(reader)).status).toBe(200)
      expect((await portalOnB(reader)).status).toBe(401)
    })
    expect(answers).toBeGreaterThan(0)
    expect((await portalOnB(bystander)).status).toBe(200)
  }
})

it('holds nothing of who asked, and is the same however it is compressed', async () => {
  const readers = [
    await two.atrium.asEmployee(),
    await two.atrium.asEmployee(),
    await two.atrium.asUser(['r-homepage']),
  ]
  const first = await portalOnB(two.onA)
  for (const reader of readers)
    for (const coding of ['identity', 'gzip', 'br', 'gzip;q=0', 'br;q=0, gzip']) {
      const { status, headers, body } = await portalOnB(reader, { 'accept-encoding': coding })
      expect(status).toBe(200)
      expect(body).toEqual(first.body)
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-encoding')).toBe({ gzip: 'gzip', br: 'br', 'br;q=0, gzip': 'gzip' }[coding] ?? null)
    }
  expect((await portalOnB(await two.atrium.asUser(['r-post']))).status).toBe(403)
  expect((await call(two.urlB, 'GET', '/api/utility/portal')).status).toBe(401)
})
