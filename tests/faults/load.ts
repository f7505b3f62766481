import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../support/client.ts'

/** Whoever sends commands: to one server, or to whichever is its turn. */
export type Caller = Pick<Client, 'call'>

/**
 * One command and what its sender knows of it. Moments are performance.now() milliseconds; `status` is null without an answer. `makes`:
 * how often its events are there once it is done; a verb that finds the record as it should be makes none.
 */
export type Entry = {
  key: string
  method: 'POST' | 'PUT' | 'DELETE'
  path: string
  body: unknown
  makes: 'once' | 'once or not'
  headers: Readonly<Record<string, string>>
  outcome: 'ok' | 'fail' | 'unknown'
  /** False when its answer said that the read models do not show it yet (X1). */
  isShown: boolean
  status: number | null
  id: number | null
  began: number
  ended: number
}

const callers = 8
// After a call without success, as a client would, and longer where nobody answered: else an outage is a flood of refused connections.
const politeMilliseconds = 25
const afterNoAnswer = 150

/** A command under a key of its own that was not sent yet. */
export const newEntry = (
  method: Entry['method'],
  path: string,
  body: unknown,
  { makes = 'once', headers = {} }: Partial<Pick<Entry, 'makes' | 'headers'>> = {},
): Entry => ({
  key: randomUUID(),
  method,
  path,
  body,
  makes,
  headers,
  outcome: 'unknown',
  isShown: false,
  status: null,
  id: null,
  began: 0,
  ended: 0,
})

/** The name that a command gives. */
export const nameIn = ({ body }: Entry): string =>
  typeof body === 'object' && body !== null && 'name' in body ? String(body.name) : ''

/** Sends a command, again with the same Idempotency-Key when it was sent before. A reset or a 5xx says nothing about what happened. */
export const send = async (client: Caller, entry: Entry): Promise<Entry> => {
  const began = performance.now()
  const headers = { ...entry.headers, 'idempotency-key': entry.key }
  try {
    const { status, body } = await client.call(entry.method, entry.path, entry.body, headers)
    const outcome = status === 200 ? 'ok' : status < 500 ? 'fail' : 'unknown'
    const id: unknown = outcome === 'ok' ? body.data?.id : entry.id
    const isShown = outcome === 'ok' && body.projected !== false
    return {
      ...entry,
      outcome,
      isShown,
      status,
      id: typeof id === 'number' ? id : null,
      began,
      ended: performance.now(),
    }
  } catch {
    return { ...entry, outcome: 'unknown', status: null, began, ended: performance.now() }
  }
}

/** Sends a command for the first time, and waits a moment after one without success. */
export type Call = (entry: Entry, by?: Caller) => Promise<Entry>

/** What one of the callers does again and again. `isOver`: nothing new is to be begun. */
export type Work = (call: Call, isOver: () => boolean, sent: readonly Entry[]) => Promise<void>

// Thirty names for all, so that slugs are contested.
const categories: Work = async (call, isOver, sent) => {
  const made = await call(newEntry('POST', '/api/category', { name: `Name ${sent.length % 30} of many` }))
  if (made.id !== null && !isOver())
    await call(newEntry('PUT', `/api/category/${made.id}`, { name: `Renamed ${sent.length % 30}` }))
}

/**
 * Callers, each of which does its work (all of them: make categories and rename their own) again and again until `during` has ended and
 * every call has. `note` hears of each command before it is sent, and with its outcome. Answers what every call led to.
 */
export const loadDuring = async (
  client: Caller,
  during: () => Promise<void>,
  works: readonly Work[] = Array.from({ length: callers }, () => categories),
  note: (entry: Entry) => void = () => {},
): Promise<Entry[]> => {
  const entries: Entry[] = []
  let isOver = false
  const call: Call = async (entry, by = client) => {
    note(entry)
    const sent = await send(by, entry)
    entries.push(sent)
    note(sent)
    if (sent.outcome !== 'ok') await pause(sent.status === null ? afterNoAnswer : politeMilliseconds)
    return sent
  }
  const working = works.map(async (work) => {
    while (!isOver) await work(call, () => isOver, entries)
  })
  await during().finally(() => {
    isOver = true
  })
  await Promise.all(working)
  return entries
}

// After an outage the first tries may still be refused; a reservation that nobody came back for is freed in less than a minute.
const settleMilliseconds = 60_000

/** Sends again, with its key, every command whose outcome is unknown, until it is known. */
export const settle = async (client: Caller, entries: readonly Entry[]): Promise<Entry[]> => {
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
