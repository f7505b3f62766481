import { expect, it } from 'vitest'
import { inMemoryEventStore } from './in-memory.ts'
import { describeEventStore } from './contract.ts'
import { sampleEvent } from './samples.ts'

describeEventStore('in memory', async () => ({ store: inMemoryEventStore(), drop: async () => {} }), {
  refusesReusedIds: true,
  cutsConnections: false,
})

it('a new log is empty and its head is 0', async () => {
  const store = inMemoryEventStore()
  expect(await store.head()).toBe(0n)
  expect(await store.readAll(0n, 10)).toEqual([])
})

it('what a caller changes afterwards does not change the log', async () => {
  const store = inMemoryEventStore()
  const event = sampleEvent({ title: 'kept' })
  await store.append('post-1', 'none', [event])
  event.data.title = 'changed'
  const [first] = await store.read('post-1')
  if (first) first.data.title = 'changed'
  expect((await store.read('post-1'))[0]?.data).toEqual({ title: 'kept' })
})
