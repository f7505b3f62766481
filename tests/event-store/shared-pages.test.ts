import { expect, it } from 'vitest'
import type { Page } from '../../event-store/polling-subscription.ts'
import type { RecordedEvent } from '../../event-store/port.ts'
import { sharedPages } from '../../event-store/shared-pages.ts'

const meta = {
  version: 1,
  at: '',
  actor: { type: 'system', id: 'test' } as const,
  correlationId: '',
  causationId: '',
  commandId: '',
  chain: { prev: '', hash: '' },
}
const eventAt = (position: bigint): RecordedEvent => {
  const stream = `post-${position}`
  return {
    id: stream,
    type: 'PostCreated',
    data: {},
    personal: null,
    meta,
    stream,
    revision: 0,
    position,
    recordedAt: '',
  }
}

/** A log that answers when it is told to. */
const slowLog = () => {
  const events: RecordedEvent[] = []
  const answers: (() => void)[] = []
  const read = (after: bigint) => {
    const found = events.filter(({ position }) => position > after)
    return new Promise<Page>((resolve) => answers.push(() => resolve({ events: found, isLast: true })))
  }
  return { events, read, answer: () => answers.shift()?.(), asked: () => answers.length }
}

it('reads a page once for all who ask meanwhile or soon after, and tells only those that it is the last who heard of no more', async () => {
  const log = slowLog()
  const page = sharedPages(log.read).read
  log.events.push(eventAt(1n))
  const first = page(0n, 0)
  const [meanwhile, later] = [page(0n, 0), page(0n, 1)]
  expect(log.asked()).toBe(1)
  // It came after the log was read: whoever heard of it must ask again.
  log.events.push(eventAt(2n))
  log.answer()
  expect(await first).toMatchObject({ events: [{ position: 1n }], isLast: true })
  expect(await meanwhile).toMatchObject({ events: [{ position: 1n }], isLast: true })
  expect(await later).toMatchObject({ events: [{ position: 1n }], isLast: false })
  expect(await page(0n, 1)).toMatchObject({ isLast: false })
  const rest = page(1n, 0)
  log.answer()
  expect((await rest).events.map(({ position }) => position)).toEqual([2n])
})

it('keeps no empty page, and none that could not be read', async () => {
  const log = slowLog()
  const page = sharedPages(log.read).read
  const nothing = page(0n, 0)
  log.answer()
  expect((await nothing).events).toEqual([])
  log.events.push(eventAt(1n))
  const something = page(0n, 0)
  log.answer()
  expect((await something).events).toHaveLength(1)

  let tries = 0
  const broken = sharedPages(async () => {
    tries += 1
    if (tries === 1) throw new Error('away')
    return { events: [], isLast: true }
  }).read
  await expect(broken(0n, 0)).rejects.toThrow('away')
  expect(await broken(0n, 0)).toEqual({ events: [], isLast: true })
})
