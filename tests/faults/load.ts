import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../support/client.ts'

/** One command and what its sender knows of it. Moments are performance.now() milliseconds; `status` is null without an answer. */
export type Entry = {
  key: string
  method: 'POST' | 'PUT'
  path: string
  name: string
  outcome: 'ok' | 'fail' | 'unknown'
  status: number | null
  id: number | null
  began: number
  ended: number
}

const callers = 8
// After a call without success, as a client would: else an outage is a flood of refused connections.
const politeMilliseconds = 25

const newEntry = (method: 'POST' | 'PUT', path: string, name: string): Entry => ({
  key: randomUUID(),
  method,
  path,
  name,
  outcome: 'unknown',
  status: null,
  id: null,
  began: 0,
  ended: 0,
})

/** Sends a command, again with the same Idempotency-Key when it was sent before. A reset or a 5xx says nothing about what happened. */
export const send = async (client: Client, entry: Entry): Promise<Entry> => {
  const began = performance.now()
  try {
    const { status, body } = await client.call(
      entry.method,
      entry.path,
      { name: entry.name },
      { 'idempotency-key': entry.key },
    )
    const outcome = status === 200 ? 'ok' : status < 500 ? 'fail' : 'unknown'
    const id: unknown = outcome === 'ok' ? body.data.id : entry.id
    return { ...entry, outcome, status, id: typeof id === 'number' ? id : null, began, ended: performance.now() }
  } catch {
    return { ...entry, outcome: 'unknown', status: null, began, ended: performance.now() }
  }
}

/**
 * Eight callers, each of which makes categories and renames its own, until `during` has ended and every call has. Thirty names
 * for all, so that slugs are contested. Answers what every call led to.
 */
export const loadDuring = async (client: Client, during: () => Promise<void>): Promise<Entry[]> => {
  const entries: Entry[] = []
  let isOver = false
  const call = async (entry: Entry): Promise<Entry> => {
    const sent = await send(client, entry)
    entries.push(sent)
    if (sent.outcome !== 'ok') await pause(politeMilliseconds)
    return sent
  }
  const work = async () => {
    while (!isOver) {
      const made = await call(newEntry('POST', '/api/category', `Name ${entries.length % 30} of many`))
      if (made.id !== null && !isOver)
        await call(newEntry('PUT', `/api/category/${made.id}`, `Renamed ${entries.length % 30}`))
    }
  }
  const working = Array.from({ length: callers }, work)
  await during().finally(() => {
    isOver = true
  })
  await Promise.all(working)
  return entries
}

// After an outage the first tries may still be refused; a reservation that nobody came back for is freed in less than a minute.
const settleMilliseconds = 60_000

/** Sends again, with its key, every command whose outcome is unknown, until it is known. */
export const settle = async (client: Client, entries: readonly Entry[]): Promise<Entry[]> => {
  const settled = [...entries]
  const until = performance.now() + settleMilliseconds
  let next = 0
  const work = async () => {
    for (let index = next++; index < entries.length; index = next++) {
      for (
        let entry = settled[index];
        entry?.outcome === 'unknown' && performance.now() < until;
        entry = settled[index]
      ) {
        const { outcome, id } = await send(client, entry)
        settled[index] = { ...entry, outcome, id }
        if (outcome === 'unknown') await pause(politeMilliseconds)
      }
    }
  }
  await Promise.all(Array.from({ length: callers }, work))
  return settled
}
