import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { textOf } from '../../domain/json.ts'
import { category } from '../../domain/resources/category.ts'
import { role } from '../../domain/resources/role.ts'
import { user } from '../../domain/resources/user.ts'
import { languages } from '../../domain/texts/languages.ts'
import { linesOf, unpacked, verified } from '../support/evidence/package.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import type { Client } from '../support/client.ts'

let atrium: TestAtrium
let auditor: Client & { id: number }

beforeAll(async () => {
  atrium = await openTestAtrium()
  auditor = await atrium.asUser(['r-audit'])
  for (let one = 0; one < 20; one += 1) await atrium.run(category, 'create', { name: `C ${one}` })
}, 60_000)
afterAll(() => atrium.close())

const exported = async (client: Client, asked: object) => {
  const started = await client.call('POST', '/api/evidence', asked)
  expect(started.status, JSON.stringify(started.body)).toBe(200)
  const { id } = started.body.data
  const found = await vi.waitUntil(async () => {
    const { data } = (await client.call('GET', `/api/evidence/${id}`)).body
    return ['waiting', 'running'].includes(data.state) ? null : data
  }, 10_000)
  return { ...found, id }
}

const fetched = async (client: Client, id: string): Promise<Buffer> => {
  const answer = await fetch(`${atrium.url}/api/evidence/${id}/package`, {
    headers: { authorization: `Bearer ${client.token}` },
  })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

const partsOf = async (client: Client, asked: object) => {
  const found = await exported(client, asked)
  expect(found, JSON.stringify(found)).toMatchObject({ state: 'done', problem: null })
  return unpacked(await fetched(client, found.id))
}

it('exports everything, which is then in the trail with what and how much', async () => {
  const parts = await partsOf(auditor, { kind: 'all' })
  expect((await verified(parts)).slice(0, 3).join('\n')).toMatch(/whole[^]*none between them is missing/)
  const { counts, exportedBy, asked } = JSON.parse(parts.get('manifest.json') ?? '')
  expect({ exportedBy, asked }).toMatchObject({ exportedBy: { type: 'user', id: auditor.id }, asked: { kind: 'all' } })
  const [event] = (await atrium.services.log.store.readAll(0n, 1_000)).filter(({ type }) => type === 'EvidenceExported')
  expect(event).toMatchObject({
    data: { kind: 'all', events: counts.events },
    meta: { actor: { type: 'user', id: auditor.id } },
  })
})

it('is of what was asked: days, positions, a record, a person', async () => {
  const today = new Date().toISOString().slice(0, 10)
  const { id } = await atrium.run(category, 'create', { name: 'Asked for' })
  await atrium.run(category, 'edit', { name: 'Asked for again' }, id)
  const about = async (asked: object) => linesOf(await partsOf(auditor, asked), 'events.ndjson')
  const ofRecord = await about({ kind: 'record', resource: 'category', record: String(id) })
  expect(ofRecord.map(({ type }) => type)).toEqual(['CategoryCreated', 'CategoryEdited'])
  const [first, last] = ofRecord.map(({ position }) => textOf(position))
  expect(await about({ kind: 'positions', first, last })).toHaveLength(2)
  expect((await about({ kind: 'days', from: today, to: today })).length).toBeGreaterThan(20)
  expect((await exported(auditor, { kind: 'days', to: '2020-01-01' })).problem).toBe('There is no event of that.')
  const ofPerson = await about({ kind: 'person', resource: 'user', record: String(auditor.id) })
  const types = new Set(ofPerson.map(({ type }) => type))
  for (const type of ['UserCreated', 'SignedIn', 'EvidenceExported']) expect(types).toContain(type)
})

it.each(Object.keys(languages).filter((one) => one !== 'en'))(
  'brings along how it is checked in the language of who asks: %s',
  async (language) => {
    const reader = await atrium.asUser(['r-audit'])
    const asked = { kind: 'positions', last: '1' }
    const english = (await partsOf(reader, asked)).get('README.txt') ?? ''
    // The language that somebody keeps, before that of the browser.
    expect((await reader.call('PUT', '/api/me/language', { language })).status).toBe(200)
    const parts = await partsOf(reader, asked)
    expect((await verified(parts))[0]).toBe('The package is whole.')
    const text = parts.get('README.txt') ?? ''
    const namesIn = (of: string) =>
      of.match(/"[a-z]+"|\w+\.(ndjson|txt|json|mjs|html)|RFC \d+|SHA-256|Ed25519/g)?.toSorted()
    expect(namesIn(text)).toEqual(namesIn(english))
    expect(text.split('\n')).toHaveLength(english.split('\n').length)
    expect(text.split('\n').filter((line) => line !== '' && english.split('\n').includes(line))).toEqual([])
  },
)

it('says before how many events it will be', async () => {
  const size = async (query: string) => (await auditor.call('GET', `/api/evidence/size?${query}`)).body
  const all = await size('kind=all')
  expect(all.data.events).toBeGreaterThan(20)
  expect((await size('kind=record&resource=category&record=1')).data.events).toBe(1)
  expect((await size('kind=positions&first=1&last=5')).data.events).toBe(5)
  expect((await size('kind=days&from=2020-01-01&to=2020-01-02')).data.events).toBe(0)
})

it.each([
  ['', 'kind is all, days'],
  ['kind=some', 'kind is all, days'],
  ['kind=days&from=yesterday', 'from is a day'],
  ['kind=positions&first=99999999999999999999', 'first is the number of an entry'],
  ['kind=positions&first=9999999999999999999', 'first is the number of an entry'],
  ['kind=record&resource=nothing&record=1', 'There is no such kind of record'],
  ['kind=record&resource=category', 'Choose the record'],
  ['kind=person&resource=category&record=1', 'Choose the person'],
])('refuses %s in words', async (query, words) => {
  const { status, body } = await auditor.call('GET', `/api/evidence/size?${query}`)
  expect([400, 422]).toContain(status)
  expect(body.message).toContain(words)
})

it('shows values about people by the right to the area or to personal values, and by no other', async () => {
  const asked = { kind: 'record', resource: 'user', record: String(auditor.id) }
  const texts = new Map<string, string>()
  for (const perms of [['r-audit'], ['r-audit', 'r-user'], ['r-audit', 'r-audit_personal']]) {
    const parts = await partsOf(await atrium.asUser(perms), asked)
    expect((await verified(parts))[0]).toBe('The package is whole.')
    texts.set(perms.join(' '), parts.get('events.ndjson') ?? '')
  }
  expect(texts.get('r-audit')).not.toContain('Body')
  expect(texts.get('r-audit r-user')).toContain('"lastName":"Body"')
  expect(texts.get('r-audit r-audit_personal')).toContain('"lastName":"Body"')
})

it('hands a package to whoever asked for it, and only while they hold what it was made with', async () => {
  const reader = await atrium.asUser(['r-audit', 'r-audit_personal'])
  const { id } = await exported(reader, { kind: 'positions', last: '3' })
  expect((await auditor.call('GET', `/api/evidence/${id}/package`)).status).toBe(404)
  expect((await auditor.call('GET', `/api/evidence/${id}`)).status).toBe(404)
  expect((await auditor.call('POST', `/api/evidence/${id}/cancel`)).status).toBe(404)
  const { id: plain } = await atrium.run(role, 'create', { name: 'Without values', perms: ['r-audit'] })
  await atrium.run(user, 'edit', { role: plain }, reader.id)
  expect((await reader.call('GET', `/api/evidence/${id}/package`)).status).toBe(403)
  expect((await reader.call('GET', '/api/evidence')).body.data.map((one: { id: string }) => one.id)).toEqual([id])
})

it('removes every package when somebody is erased, whose values read [erased] from then on', async () => {
  const reader = await atrium.asUser(['r-audit', 'r-audit_personal'])
  const gone = await atrium.asUser('no role')
  const asked = { kind: 'record', resource: 'user', record: String(gone.id) }
  const { id } = await exported(reader, asked)
  const admin = await atrium.asUser('all')
  const erased = await admin.call('POST', `/api/user/${gone.id}/erasure`, { name: 'Some Body' })
  expect(erased.status, JSON.stringify(erased.body)).toBe(200)
  expect((await reader.call('GET', `/api/evidence/${id}/package`)).status).toBe(404)
  expect((await reader.call('GET', `/api/evidence/${id}`)).body.data.state).toBe('gone')
  const parts = await partsOf(reader, asked)
  expect(parts.get('events.ndjson')).toContain('"values":"[erased]"')
  expect(parts.get('events.ndjson')).not.toContain('"lastName"')
  expect((await verified(parts))[0]).toBe('The package is whole.')
})

it('says what is wrong where log and checkpoints contradict each other', async () => {
  const { pool } = atrium.database
  await pool.query('create table kept_tile as table log.tile; truncate log.tile')
  expect((await exported(auditor, { kind: 'all' })).problem).toBe(
    'Log, tree and checkpoints contradict each other. Run the verification.',
  )
  await pool.query('insert into log.tile select * from kept_tile; drop table kept_tile')
  expect((await exported(auditor, { kind: 'all' })).state).toBe('done')
})
