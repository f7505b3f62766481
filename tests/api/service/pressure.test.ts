import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'

let atrium: TestAtrium
beforeAll(async () => {
  atrium = await openTestAtrium()
}, 60_000)
afterAll(() => atrium.close())

const block = (milliseconds: number) => {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

it('answers health when the event loop is so late that others are asked to come back', async () => {
  const { app } = atrium
  if (!app) return expect.fail('no server')
  // The delay is the mean of a second, so it takes more than one late turn.
  for (let turn = 0; turn < 10 && !app.isLate(); turn += 1) {
    block(1_500)
    await nextTurn()
  }
  const [other, live, ready] = await Promise.all(
    ['/api/me', '/health/live', '/health/ready'].map((url) => app.inject({ method: 'GET', url })),
  )
  expect(other?.statusCode).toBe(503)
  expect(other?.headers['retry-after']).toBe('2')
  expect(live?.statusCode).toBe(200)
  expect(ready?.json()).toHaveProperty('status')
  expect(ready?.json()).not.toHaveProperty('type')
})
