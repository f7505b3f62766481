import { pino } from 'pino'
import { expect, it } from 'vitest'
import { openBase } from '../../app/open.ts'
import { openAtrium } from '../../app/atrium.ts'
import { acceptLostKeys } from '../../cli/accept-lost-keys.ts'
import { resources } from '../../domain/catalog.ts'
import { category } from '../../domain/resources/category.ts'
import { ConfigError } from '../../platform/config.ts'
import { openTestAtrium } from '../support/atrium.ts'
import { appendRaw } from '../support/log/raw-event.ts'

it('names EVENTSTORE_URL when nobody answers there', { timeout: 60_000 }, async () => {
  const atrium = await openTestAtrium()
  const config = { ...atrium.config, eventStoreUrl: 'esdb://127.0.0.1:1?tls=false' }
  try {
    await expect(openBase(config, pino({ level: 'silent' }), resources)).rejects.toThrow(
      new ConfigError('EVENTSTORE_URL must name an EventStoreDB that answers.'),
    )
  } finally {
    await atrium.close()
  }
})

it('refuses a database that lacks the key of a single person of the log, until the loss is accepted', async () => {
  const atrium = await openTestAtrium()
  const open = async () => (await openBase(atrium.config, pino({ level: 'silent' }), resources)).close()
  try {
    const [, second] = [await atrium.asUser('no role'), await atrium.asUser('no role')]
    await open()
    await atrium.services.pool.query('delete from keys.subject where subject = $1', [`user-${second.id}`])
    await expect(open()).rejects.toThrow(
      /^EVENTSTORE_URL and DATABASE_URL do not belong together: .* npm run atrium -- accept-lost-keys\.$/,
    )
    const said: string[] = []
    await acceptLostKeys({ ...atrium.services, say: (text) => said.push(text) })
    expect(said[0]).toMatch(/^1 people of this log read as erased/)
    await open()
  } finally {
    await atrium.close()
  }
})

it('a server that starts while projecting stands still says so, and shows what was known before', async () => {
  const atrium = await openTestAtrium()
  try {
    const { token } = await atrium.asUser('all')
    const { id } = await atrium.run(category, 'create', { name: 'Known' })
    await appendRaw(atrium.services.log, 'role-5', 'RolePainted', {})
    await expect.poll(async () => (await atrium.services.projector.status()).halted).toContain('RolePainted')
    const late = await openAtrium(atrium.config, pino({ level: 'silent' }), resources)
    try {
      const ask = async (url: string) => late.app?.inject({ url, headers: { authorization: `Bearer ${token}` } })
      const ready = await ask('/health/ready')
      expect([ready?.statusCode, ready?.json()]).toEqual([503, { status: 'halted' }])
      expect((await ask(`/api/category/${id}`))?.json()).toMatchObject({ data: { name: 'Known' } })
    } finally {
      await late.close()
    }
  } finally {
    await atrium.close()
  }
})
