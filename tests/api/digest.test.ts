import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { configuration } from '../../domain/resources/configuration.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import type { Client } from '../support/client.ts'
import { whileCutOff } from '../support/cut-off.ts'

type Person = Awaited<ReturnType<TestAtrium['asEmployee']>>

let atrium: TestAtrium
let editor: Client
let house: number
let sports: number

const set = (isOn: boolean) => atrium.run(configuration, 'edit', { digests: isOn }, 1)

beforeAll(async () => {
  atrium = await openTestAtrium()
  await set(true)
  editor = await atrium.asUser(['r-post', 'c-post', 'u-post', 'c-category', 'u-category'])
  house = (await editor.call('POST', '/api/category', { name: 'House' })).body.data.id
  sports = (await editor.call('POST', '/api/category', { name: 'Sports' })).body.data.id
}, 60_000)
afterAll(() => atrium.close())

const made = async (name: string, category: number): Promise<number> =>
  (await editor.call('POST', '/api/post', { name, excerpt: `About ${name}`, category, content: '' })).body.data.id
const keep = (client: Client, frequency: string, categories: readonly number[] = []) =>
  client.call('PUT', '/api/me/digest', { frequency, categories: [...categories] })
const chosen = async (client: Client) => (await client.call('GET', '/api/me/digest')).body.data
/** As if somebody had been told last some days ago. */
const toldDaysAgo = (id: number, days: number) =>
  atrium.services.pool.query(
    'update auth.digest set told_until = clock_timestamp() - make_interval(days => $2) where person_id = $1',
    [id, days],
  )
const send = () => atrium.services.digests.sendDue(0)
const mailsTo = async ({ email }: Person) => {
  // What is queued goes out in the order in which it was.
  const { rows } = await atrium.services.pool.query("select 1 from mail.outbox where kind = 'digest'")
  const read = () =>
    readdirSync(join(atrium.dataDir, 'mail'))
      .filter((name) => name.endsWith('.json'))
      .map((name) => JSON.parse(readFileSync(join(atrium.dataDir, 'mail', name), 'utf8')))
      .filter(({ subject }) => /^(News|Neuigkeiten): /.test(subject))
  await expect.poll(() => read().length, { timeout: 20_000 }).toBe(rows.length)
  return read().filter(({ to }) => to === email)
}

it('tells nobody who did not ask for it', async () => {
  const one = await atrium.asEmployee()
  expect(await chosen(one)).toEqual({ frequency: 'never', categories: [] })
  await made('Unasked', house)
  await send()
  expect(await mailsTo(one)).toEqual([])
  expect((await editor.call('GET', '/api/me/digest')).status).toBe(403)
  const refused = [await keep(one, 'hourly'), await keep(one, 'daily', [0]), await keep(one, 'daily', [4711])]
  expect(refused.map(({ status }) => status)).toEqual([422, 422, 404])
})

it('tells once a day, in the language of whoever reads, what came in the followed categories', async () => {
  const one = await atrium.asEmployee()
  await one.call('PUT', '/api/me/language', { language: 'de' })
  expect((await keep(one, 'daily', [sports])).status).toBe(200)
  await made('Before', sports)
  await toldDaysAgo(one.id, 1)
  await made('Run & win', sports)
  await made('New doors', house)
  const hidden = await made('Put away', sports)
  await editor.call('POST', `/api/post/${hidden}/deactivate`)
  await Promise.all([send(), send(), send()])
  await send()
  const mails = await mailsTo(one)
  expect(mails.map(({ subject }) => subject)).toEqual(['Neuigkeiten: Run & win'])
  const [mail] = mails
  expect(mail.text).toContain('About Run & win')
  expect(mail.text).toContain('/post/run-win')
  expect(mail.text).toContain('Sie erfahren einmal täglich von neuen Beiträgen.')
  for (const name of ['New doors', 'Put away']) expect(mail.text).not.toContain(name)
  // The same day is told of once, even where the note of it was lost.
  await toldDaysAgo(one.id, 1)
  await send()
  expect((await mailsTo(one)).length).toBe(1)
})

it('tells of all where no category is followed, once a week, and nothing where nothing is new', async () => {
  const one = await atrium.asEmployee()
  await keep(one, 'weekly')
  await send()
  expect(await mailsTo(one)).toEqual([])
  await made('Of the week', house)
  await send()
  expect(await mailsTo(one)).toEqual([])
  await toldDaysAgo(one.id, 7)
  await send()
  const [mail, ...others] = await mailsTo(one)
  expect([others, mail.text.includes('Of the week')]).toEqual([[], true])
  const quiet = await atrium.asEmployee()
  await keep(quiet, 'daily', [sports])
  await toldDaysAgo(quiet.id, 1)
  await atrium.services.pool.query("update auth.digest set categories = '{999}' where person_id = $1", [quiet.id])
  await send()
  expect(await mailsTo(quiet)).toEqual([])
})

it('ends without a sign-in, by the address that mail programs read, and by nothing else', async () => {
  const one = await atrium.asEmployee()
  await keep(one, 'daily')
  await toldDaysAgo(one.id, 1)
  await made('For the last time', house)
  await send()
  const [mail] = await mailsTo(one)
  expect(mail.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  const address = new URL(mail.headers['List-Unsubscribe'].slice(1, -1))
  const token = address.pathname.split('/').at(-1) ?? ''
  expect(mail.text).toContain(`/unsubscribe/${token}`)
  const end = (of: string) =>
    fetch(`${atrium.url}/api/digest/unsubscribe/${of}`, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    })
  const other = token.replace(/^\d+/, (id) => String(Number(id) + 1))
  for (const wrong of [other, `${token}x`, token.slice(0, -1), 'x'.repeat(90), `0${token}`])
    expect((await end(wrong)).status).toBe(404)
  expect((await fetch(`${atrium.url}/api/digest/unsubscribe/${token}`)).status).toBe(404)
  expect((await chosen(one)).frequency).toBe('daily')
  expect([(await end(token)).status, (await end(token)).status]).toEqual([200, 200])
  expect((await chosen(one)).frequency).toBe('never')
  // Who begins again is told of what comes from then on.
  await made('Meanwhile', house)
  await keep(one, 'daily')
  await send()
  expect((await mailsTo(one)).length).toBe(1)
})

it('sends nothing and takes nothing while it is switched off', async () => {
  const one = await atrium.asEmployee()
  await keep(one, 'daily')
  await toldDaysAgo(one.id, 1)
  await made('While off', house)
  await set(false)
  await send()
  expect([await mailsTo(one), (await keep(one, 'weekly')).status]).toEqual([[], 409])
  await set(true)
  await send()
  expect((await mailsTo(one)).length).toBe(1)
})

it('goes with whoever it is of, and is in what is exported of them', async () => {
  const one = await atrium.asEmployee()
  await keep(one, 'daily', [house])
  const { settings } = await atrium.services.personalData.keptRows({ type: 'employee', id: one.id })
  expect(settings).toContainEqual({ newPosts: 'daily', categories: [house] })
  const guard = await atrium.asUser(['d-personal_data', 'r-employee', 'd-employee', 'u-employee'])
  const { fullname } = (await guard.call('GET', `/api/employee/${one.id}`)).body.data
  expect((await guard.call('POST', `/api/employee/${one.id}/erasure`, { name: fullname })).status).toBe(200)
  const { rows } = await atrium.services.pool.query('select 1 from auth.digest where person_id = $1', [one.id])
  expect(rows).toEqual([])
})

it('tells all others where one cannot be told, says why, and tells that one the next time', async () => {
  const [one, other] = [await atrium.asEmployee(), await atrium.asEmployee()]
  for (const [person, days] of [
    [one, 2],
    [other, 1],
  ] as const) {
    await keep(person, 'daily', [sports])
    await toldDaysAgo(person.id, days)
  }
  await made('Swim', sports)
  const toOne = `insert on mail.outbox for each row when (new.dedupe_key like 'digest employee-${one.id} %')`
  await whileCutOff(atrium.services.pool, () => expect(send()).rejects.toThrow('away'), toOne)
  const told = async (person: Person) => (await mailsTo(person)).map(({ subject }) => subject)
  expect([await told(one), await told(other)]).toEqual([[], ['News: Swim']])
  await send()
  expect([await told(one), await told(other)]).toEqual([['News: Swim'], ['News: Swim']])
})
