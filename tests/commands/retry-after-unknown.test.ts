import { randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { category } from '../../domain/resources/category.ts'
import { eventStoreDb } from '../../event-store/eventstoredb/store.ts'
import { StoreUnavailable } from '../../event-store/port.ts'
import { fakeEventStoreDb } from '../event-store/fake-eventstoredb.ts'
import { openCommands } from '../support/commands.ts'

it('gives a record an address of its own when the outcome of its first try is unknown, on EventStoreDB', async () => {
  const server = await fakeEventStoreDb()
  const patience = { answer: 200, append: 500, guard: 500 }
  const room = await openCommands({ openStore: (pool) => eventStoreDb({ url: server.url, pool, patience }) })
  onTestFinished(async () => {
    await room.close()
    server.kill()
  })
  const create = (id: number, commandId: string) =>
    room.run({ resource: category, verb: 'create', id, commandId, sent: { name: 'One name' } })
  expect((await create(1, randomUUID())).slug).toBe('one-name')
  const commandId = randomUUID()
  // The first address is refused, the second is reserved, and nobody learns whether it was written.
  server.behaviour.append = () => 'ignore'
  await expect(create(2, commandId)).rejects.toBeInstanceOf(StoreUnavailable)
  server.behaviour.append = () => 'answer'
  expect((await create(2, commandId)).slug).toBe('one-name-2')
  expect((await create(3, randomUUID())).slug).toBe('one-name-3')
})
