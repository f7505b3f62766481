import { exec } from 'node:child_process'
import { promisify } from 'node:util'
import { type FakeServer, fakeEventStoreDb } from '../../event-store/fake-eventstoredb.ts'
import { holdsNothing } from '../../event-store/real-eventstoredb.ts'

/** The event store where it is a server of its own. */
export type LogServer = {
  url: string
  isReal: boolean
  /** Kills it and starts it again on the same events, after so many milliseconds where it is the one of the tests. */
  restart(milliseconds: number): Promise<void>
  /** Has it write one append in so many, and never answer. */
  loseAnswers(isSo: (() => boolean) | null): void
  close(): Promise<void>
}

const { EVENTSTORE_URL: url = '', EVENTSTORE_RESTART: command = '' } = process.env

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

const ofTests = (fake: FakeServer): LogServer => ({
  url: fake.url,
  isReal: false,
  restart: async (milliseconds) => {
    fake.kill()
    await wait(milliseconds)
    await fake.start()
  },
  loseAnswers: (isSo) => {
    fake.behaviour.append = () => (isSo?.() ? 'lose' : 'answer')
  },
  close: async () => fake.kill(),
})

/** EventStoreDB of EVENTSTORE_URL, where it is empty and EVENTSTORE_RESTART says how it is killed and started; else the one of the tests. */
export const openLogServer = async (): Promise<LogServer> => {
  if (!url || !command || !(await holdsNothing(url))) return ofTests(await fakeEventStoreDb())
  // The server takes every variable named EVENTSTORE_… for an option of its own and refuses those it does not know.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('EVENTSTORE_')))
  return {
    url,
    isReal: true,
    restart: async () => void (await promisify(exec)(command, { env })),
    loseAnswers: () => {},
    close: async () => {},
  }
}
