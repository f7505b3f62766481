import { convertGrpcEvent } from '@eventstore/db-client/dist/utils/convertGrpcEvent.js'
import { expect, it } from 'vitest'
import { eventIn } from '../../event-store/eventstoredb/answer.ts'
import { confirmation, eventResponse, type ReadResponse, type StoredEvent } from './fake-eventstoredb-messages.ts'

const bytesOf = (answer: ReadResponse) => Buffer.from(answer.serializeBinary())
const event: StoredEvent = {
  stream: 'straße-7',
  revision: 300,
  position: 2n ** 52n + 1n,
  id: '2a8d3e0c-6c0f-5d1a-9a51-0f4f1c2b3d4e',
  type: 'StraßeNamed',
  contentType: 'application/json',
  data: Buffer.from(JSON.stringify({ name: 'Große Straße 🚲'.repeat(40), none: null })),
  metadata: Buffer.from(JSON.stringify({ meta: { version: 1 }, personal: null })),
  created: Date.UTC(2026, 10, 3, 8, 15, 30, 7),
}

it.each<[string, Partial<StoredEvent>]>([
  ['an event', {}],
  ['the first event of a stream and of the log', { revision: 0, position: 0n }],
  ['an event without data and metadata', { data: Buffer.from('{}'), metadata: Buffer.alloc(0) }],
])('%s is read from the bytes as the client reads it', (_, differences) => {
  const answer = eventResponse({ ...event, ...differences })
  const read = answer.getEvent()
  expect(eventIn(bytesOf(answer))).toEqual(read && convertGrpcEvent(read).event)
})

it('an answer without an event, and one with other data than JSON, hold none of ours', () => {
  expect(eventIn(bytesOf(confirmation()))).toMatchObject({ isJson: false, data: undefined })
  const other = { ...event, contentType: 'application/octet-stream', data: Buffer.from([0, 1, 2]) }
  expect(eventIn(bytesOf(eventResponse(other)))).toMatchObject({ isJson: false, data: undefined })
})

it('a position that no number holds, and bytes that break off, are refused', () => {
  expect(() => eventIn(bytesOf(eventResponse({ ...event, position: 2n ** 53n })))).toThrow(TypeError)
  expect(() => eventIn(bytesOf(eventResponse(event)).subarray(0, 5))).toThrow(TypeError)
})
