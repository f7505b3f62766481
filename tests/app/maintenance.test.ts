import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { alone, tryLock } from '../../platform/database/connection.ts'
import { createSchema, dropAbandoned, readSchema } from '../../projections/schema.ts'
import { openTwoServers, type TwoServers } from '../support/two-servers.ts'

let servers: TwoServers
beforeEach(async () => {
  servers = await openTwoServers()
}, 60_000)
afterEach(() => servers.close())

const old = 'read_00000001'
const parts = () => {
  const { services, database } = servers.atrium
  return { pool: database.pool, services, schema: readSchema(services.resources) }
}
const leaveBehind = async () => {
  const { pool, schema } = parts()
  await alone(pool, (client) => createSchema(client, { ...schema, name: old }))
}
const isThere = async () =>
  (await parts().pool.query('select from pg_namespace where nspname = $1', [old])).rowCount === 1
const erase = (id: number) =>
  parts().pool.query('update keys.subject set wrapped = null, destroyed_at = clock_timestamp() where subject = $1', [
    `user-${id}`,
  ])

it('drops read models of another version once nobody has written them for a day', async () => {
  await leaveBehind()
  const { pool, schema } = parts()
  const drop = () => alone(pool, (client) => dropAbandoned(client, schema))
  expect(await drop()).toEqual([])
  await pool.query(`update ${old}.checkpoint set updated_at = now() - interval '25 hours'`)
  // Whoever projects into them may have had nothing to write.
  await alone(pool, async (client) => {
    await tryLock(client, old)
    expect(await drop()).toEqual([])
  })
  expect(await drop()).toEqual([old])
  expect(await isThere()).toBe(false)
})

it('whoever drops them answers once they are gone, also those that others are dropping', async () => {
  await leaveBehind()
  const { pool, schema } = parts()
  await pool.query(`update ${old}.checkpoint set updated_at = now() - interval '25 hours'`)
  const drop = async () => {
    await alone(pool, (client) => dropAbandoned(client, schema))
    return isThere()
  }
  // Whoever reads them holds the dropping up.
  const droppings = await alone(pool, async (reader) => {
    await reader.query('begin')
    await reader.query(`select from ${old}.checkpoint`)
    const first = drop()
    const waiting =
      "select from pg_locks where not granted and relation = $1::regclass and mode = 'AccessExclusiveLock'"
    await expect.poll(async () => (await pool.query(waiting, [`${old}.checkpoint`])).rowCount).toBe(1)
    const second = drop()
    expect(await Promise.race([second, sleep(500, 'it waits')])).toBe('it waits')
    return [first, second]
  })
  expect(await Promise.all(droppings)).toEqual([false, false])
})

it('once a key is destroyed, no process reads the person any more, and old read models go at once', async () => {
  await leaveBehind()
  const { atrium, onB } = servers
  const [person, other] = [await atrium.asUser([]), await atrium.asUser([])]
  const stream = `user-${person.id}`
  // Both processes have the key at hand: A has written, B answers the history.
  const names = async (log = atrium.services.log) => (await log.read(stream)).events.map(({ isErased }) => isErased)
  const otherLog = servers.other.services.log
  expect([await names(), await names(otherLog)]).toEqual([
    [false, false],
    [false, false],
  ])
  await erase(person.id)
  await expect.poll(async () => [(await names())[0], (await names(otherLog))[0]]).toEqual([true, true])
  await expect.poll(isThere).toBe(false)
  expect((await atrium.services.log.read(`user-${other.id}`)).events[0]?.isErased).toBe(false)
  expect((await onB('GET', '/api/me')).status).toBe(200)
})

it('is done by one of all processes, and by another once that one is gone', async () => {
  const { pool } = parts()
  const holders = async () => {
    const { rows } = await pool.query<{ pid: number }>(
      "select pid from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database()) and objsubid = 1 and (classid::bigint << 32 | objid::bigint) = hashtextextended('maintenance', 0)",
    )
    return rows.map(({ pid }) => pid)
  }
  await expect.poll(async () => (await holders()).length).toBe(1)
  const [first] = await holders()
  await pool.query('select pg_terminate_backend($1)', [first])
  // A key that is destroyed wakes everybody.
  await erase(servers.onA.id)
  await expect.poll(async () => (await holders()).filter((pid) => pid !== first).length).toBe(1)
})
