import { exec } from 'node:child_process'
import { createConnection } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { holdsNothing } from '../event-store/real-eventstoredb.ts'
import { type Client, signIn } from '../support/client.ts'
import { formOf } from '../support/form.ts'
import { pngPicture } from '../support/pictures.ts'
import { type Account, accountsOf, isReady, newDataDir, type RunningServer, startServer } from '../support/server.ts'
import { expectEachOnce, expectHonestAnswers, expectHonestOutage, expectVerified } from './invariants.ts'
import { type Entry, loadDuring, settle } from './load.ts'

const { EVENTSTORE_URL: url = '', EVENTSTORE_RESTART: restart = '' } = process.env
const rounds = Number(process.env.FAULT_ROUNDS ?? 1)
// The server takes every variable named EVENTSTORE_… for an option of its own and refuses those it does not know.
const forServer = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('EVENTSTORE_')))

const [, host = '127.0.0.1', port = '2113'] = /^[a-z+]+:\/\/(?:[^@/]*@)?([\w.-]+):(\d+)/.exec(url) ?? []

const isCluster = url.split('?')[0]?.includes(',') ?? false

const isListening = (): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection({ host, port: Number(port), timeout: 1_000 })
    const answer = (is: boolean) => () => {
      socket.destroy()
      resolve(is)
    }
    socket.once('connect', answer(true)).once('error', answer(false)).once('timeout', answer(false))
  })

/** Kills and starts EventStoreDB. Answers from when to when nobody listened there, in performance.now() milliseconds. */
const restartStore = async () => {
  const outage = { from: Number.POSITIVE_INFINITY, until: 0 }
  let isDone = false
  const watching = (async () => {
    while (!isDone) {
      const asked = performance.now()
      if (!(await isListening())) {
        outage.from = Math.min(outage.from, performance.now())
        outage.until = asked
      }
      await pause(10)
    }
  })()
  await promisify(exec)(restart, { env: forServer }).finally(() => {
    isDone = true
  })
  await watching
  return outage
}

const reason =
  url && restart
    ? (await holdsNothing(url))
      ? null
      : 'skipped: the EventStoreDB of EVENTSTORE_URL holds events, and a company needs one of its own'
    : 'skipped: EVENTSTORE_URL and EVENTSTORE_RESTART, a command that kills and starts it, are not both set'

if (reason !== null) {
  describe.skip(`Atrium on EventStoreDB (${reason})`, () => {})
} else {
  describe('Atrium on EventStoreDB', () => {
    const data = newDataDir()
    const settings = { EVENTSTORE_URL: url }
    const ledger: Entry[] = []
    let server: RunningServer
    let editor: Client

    const account = (match: (one: Account) => boolean): Account => {
      const found = accountsOf(data.dataDir).find(match)
      if (!found) throw new Error('the demo company lacks this account')
      return found
    }
    const signInAs = (match: (one: Account) => boolean) => signIn(server.url, data.dataDir, account(match))
    const start = async () => {
      server = await startServer(data.dataDir, settings)
      editor = await signInAs((one) => one.role === 'Editor')
    }
    const keepsItsWord = async (entries: readonly Entry[]) => {
      ledger.push(...(await settle(editor, entries)))
      await expectEachOnce(editor, ledger)
      await expectVerified(data.dataDir, settings)
    }

    beforeAll(start, 90_000)
    afterAll(async () => {
      await server.stop()
      await data.remove()
    })

    it('lets staff write a post with a picture and feature it, and an employee read it', async () => {
      const options = await editor.call('GET', '/api/utility/getCategories')
      const said = {
        name: 'A lighthouse for the yard',
        excerpt: 'Twelve metres tall, and it blinks.',
        content: '<p>It was lit on Tuesday.</p>',
        category: options.body.data[0].value,
      }
      const thumbnail = { bytes: await pngPicture(320, 200), name: 'yard.png' }
      const form = formOf<'post'>(said, { thumbnail })
      const made = await editor.call('POST', '/api/post', form)
      expect(made.status, JSON.stringify(made.body)).toBe(200)
      const featured = await editor.call('POST', '/api/post/set_featured', { id: made.body.data.id })
      expect(featured.status, JSON.stringify(featured.body)).toBe(200)

      const employee = await signInAs((one) => one.type === 'employee')
      const read = await employee.call('GET', '/api/post/a-lighthouse-for-the-yard')
      expect(read.body.data).toMatchObject({
        name: 'A lighthouse for the yard',
        content: '<p>It was lit on Tuesday.</p>',
      })
    })

    it(
      'keeps every acknowledged command once when EventStoreDB is killed, says 503 meanwhile and goes on by itself',
      async () => {
        for (let round = 0; round < rounds; round += 1) {
          let outage = { from: 0, until: 0 }
          const entries = await loadDuring(editor, async () => {
            await pause(50 + Math.random() * 1_950)
            outage = await restartStore()
            await vi.waitUntil(() => isReady(server.url), { timeout: 30_000, interval: 50 })
          })
          // Of a cluster the command kills the leader: the others choose another, and no outage need be seen.
          if (isCluster) expectHonestAnswers(entries)
          else expectHonestOutage(entries, outage.from, outage.until)
          expect(server.process.exitCode).toBeNull()
          await keepsItsWord(entries)
        }
      },
      rounds * 90_000,
    )

    it(
      'keeps every acknowledged command once when the server is killed',
      async () => {
        for (let round = 0; round < rounds; round += 1) {
          const entries = await loadDuring(editor, async () => {
            await pause(50 + Math.random() * 1_950)
            await server.kill()
          })
          await start()
          await keepsItsWord(entries)
        }
      },
      rounds * 60_000,
    )
  })
}
