import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAtrium } from '../../../app/atrium.ts'
import { catalog, resources } from '../../../domain/catalog.ts'
import { holdsPersonal } from '../../../domain/people/masked.ts'
import { category } from '../../../domain/resources/category.ts'
import { configuration } from '../../../domain/resources/configuration.ts'
import { departement } from '../../../domain/resources/departement.ts'
import { employee } from '../../../domain/resources/employee.ts'
import { post } from '../../../domain/resources/post.ts'
import { request } from '../../../domain/resources/request.ts'
import { auditor, role } from '../../../domain/resources/role.ts'
import { title } from '../../../domain/resources/title.ts'
import { user } from '../../../domain/resources/user.ts'
import { cheapHasher, dist, openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import type { Client } from '../../support/client.ts'
import { pngPicture } from '../../support/pictures.ts'

let atrium: TestAtrium
let client: Client
let trusted: Client
let sender: Client & { id: number; email: string }
let known: Record<'employee' | 'user' | 'request' | 'gone' | 'reading' | 'receipt', number>

// Stands in everything personal, and nowhere else.
const secret = 'zebrafink'
const mail = (name: string) => `${name}@${secret}.example`

const someone = (number: string) => ({
  employee_number: number,
  fullname: `${secret} ${number}`,
  display_name: secret,
  email: mail(`e${number}`),
  phone_number: secret,
  office_address: secret,
})

/** A post that the sender has to read, said that they have, and took back. */
const readBySender = async () => {
  const office = await atrium.asUser('all')
  await atrium.run(configuration, 'edit', { must_read: true }, 1)
  const { id: topic } = await atrium.run(category, 'create', { name: 'House' })
  const { id } = await atrium.run(post, 'create', { name: 'Keys', excerpt: 'Short', category: topic, content: '' })
  await office.call('PUT', `/api/post/${id}/reading`, {})
  const said = await sender.call('POST', `/api/post/${id}/receipt`, { round: 1, version: 1 })
  const receipt = Number(said.body.data.id)
  expect((await sender.call('DELETE', `/api/receipt/${receipt}`)).status).toBe(200)
  return { reading: id, receipt }
}

beforeAll(async () => {
  atrium = await openTestAtrium()
  const unit = (await atrium.run(departement, 'create', { name: 'Harbour', description: 'Quays', order_number: 1 })).id
  const person = (await atrium.run(employee, 'create', { ...someone('4711'), departement: unit })).id
  const above = (await atrium.run(employee, 'create', someone('4712'))).id
  await atrium.run(employee, 'edit', { email: mail('moved'), empSuper: [above] }, person)
  const names = { userName: secret, firstName: secret, lastName: secret, email: mail('u'), phone: secret, bio: secret }
  const staff = (await atrium.run(user, 'create', { ...names, role: null })).id
  await atrium.run(user, 'edit', { phone: `${secret} 2` }, staff)
  sender = await atrium.asEmployee()
  const sent = await sender.call('POST', '/api/utility/iso_submit', { subject: secret, message: secret })
  const asked = sent.body.data.id
  await atrium.run(request, 'reject', { note: secret }, asked)
  const gone = (await atrium.run(employee, 'create', someone('4713'))).id
  await atrium.run(employee, 'delete', {}, gone)
  known = { employee: person, user: staff, request: asked, gone, ...(await readBySender()) }
  client = await atrium.asUser(auditor.perms)
  trusted = await atrium.asUser([...auditor.perms, 'r-audit_personal'])
}, 60_000)
afterAll(() => atrium.close())

it('a new system has a role Auditor; once it was changed or deleted, no start makes it again (P1)', async () => {
  const { call } = await atrium.asUser('all')
  const made = await call('GET', `/api/role/${auditor.id}`)
  expect(made.body.data).toMatchObject({ name: 'Auditor', perms: ['r-audit', 'r-activity_trail', 'r-debug_log'] })
  await atrium.run(role, 'delete', {}, auditor.id)
  const again = await openAtrium(atrium.config, pino({ level: 'silent' }), resources, dist, cheapHasher)
  await again.close()
  expect((await call('GET', '/api/role')).body.data).not.toContainEqual(expect.objectContaining({ name: 'Auditor' }))
})

describe('an auditor', () => {
  const read = async (path: string, by: Client = client) => {
    const { status, body } = await by.call('GET', `/api${path}`)
    return { status, body, text: JSON.stringify(body) }
  }

  it('reads every record, Trash and every history, and finds nothing personal in them', async () => {
    let answered = 0
    // What stands beside posts has no list of its own, but a history (docs/decisions/content/0193).
    const listed = resources.filter(({ menu }) => menu !== null)
    const lists = listed.flatMap(({ name, isSingleton }) => (isSingleton ? [name] : [name, `${name}?status=deleted`]))
    const records = Object.entries(known).flatMap(([name, id]) => {
      const resource = name === 'gone' ? 'employee' : name
      return [
        ...(listed.some((one) => one.name === name) ? [`${resource}/${id}`] : []),
        `${resource}/${id}/history`,
        `${resource}/${id}/history/1`,
      ]
    })
    for (const path of [...lists, ...records]) {
      const { status, text } = await read(`/${path}`)
      expect([path, status]).toEqual([path, 200])
      expect(text, path).not.toMatch(/zebrafink/i)
      answered += 1
    }
    expect(answered).toBeGreaterThan(40)
  })

  it('finds nothing personal in what was so at a moment or in a version either', async () => {
    const then = `as_of=${new Date().toISOString()}`
    for (const path of [
      `employee?${then}`,
      `employee/${known.employee}?${then}`,
      `employee/${known.employee}?version=1`,
      `user?${then}`,
      `request/${known.request}?version=1`,
    ]) {
      const { status, text } = await read(`/${path}`)
      expect([path, status]).toEqual([path, 200])
      expect(text, path).not.toMatch(/zebrafink/i)
      expect(text, path).toContain('[personal]')
    }
    for (const path of [`employee?${then}&keyword=x`, `employee?${then}&sort=fullname`, `employee/by_title?${then}`])
      expect([path, (await read(`/${path}`)).status]).toEqual([path, 403])
    for (const path of [`search?q=${secret}&${then}`, `utility/getEmployee?${then}`])
      expect((await read(`/${path}`)).text, path).not.toMatch(/zebrafink/i)
  })

  it('sees that something personal was changed, and with the permission for it from what to what', async () => {
    const changesIn = async (by: Client) =>
      (await read(`/employee/${known.employee}/history`, by)).body.data[0].changes.find(
        ({ field }: { field: string }) => field === 'email',
      )
    expect(await changesIn(client)).toMatchObject({ from: '[personal]', to: '[personal]', isPersonal: true })
    expect(await changesIn(trusted)).toMatchObject({ from: mail('e4711'), to: mail('moved') })
    const reader = await atrium.asUser([...auditor.perms, 'r-employee'])
    expect(await changesIn(reader)).toMatchObject({ to: mail('moved') })
    expect((await read(`/request/${known.request}`, reader)).body.data).toMatchObject({ subject: '[personal]' })
  })

  it('reads the trail, what each entry changed and its exports without what is personal', async () => {
    const { body, text } = await read('/utility/activity_log?per_page=1000')
    expect(text).not.toMatch(/zebrafink/i)
    const ids = body.data.map(({ id }: { id: string }) => id).filter((id: string) => /^\d+$/.test(id))
    expect(ids.length).toBeGreaterThan(20)
    const many = await read(`/utility/activity_log/changes?ids=${ids.slice(0, 100).join(',')}`)
    expect(many.text).not.toMatch(/zebrafink/i)
    expect(many.text).toContain('[personal]')
    for (const id of ids) expect((await read(`/utility/activity_log/${id}`)).text, id).not.toMatch(/zebrafink/i)
    for (const format of ['csv', 'jsonl']) {
      const answer = await client.call('GET', `/api/utility/activity_log/export?format=${format}`)
      expect(answer.status).toBe(200)
      expect(String(answer.body.text), format).not.toMatch(/zebrafink/i)
    }
    const whole = await trusted.call('GET', '/api/utility/activity_log/export?format=jsonl')
    expect(whole.body.text).toContain(mail('moved'))
  })

  it('finds nobody and no record by what is personal: not by a keyword, an order, a filter or a value', async () => {
    const total = async (query: string) => (await read(`/utility/activity_log?${query}`)).body.meta.total_item
    expect(await total(`keyword=${secret}`)).toBe(0)
    expect(await total(`resource=employee&field=email&value=${mail('moved')}`)).toBe(0)
    expect(await total('resource=employee&field=email')).toBe(5)
    expect((await read(`/utility/getActors?keyword=${secret}`)).body.data).toEqual([])
    for (const path of [
      `employee?keyword=${secret}`,
      'employee?keyword=x',
      'employee?sort=fullname',
      'employee?sort=-email',
      `user?keyword=${secret}`,
      `request?keyword=${secret}`,
      `file?keyword=${secret}`,
    ])
      expect([path, (await read(`/${path}`)).status]).toEqual([path, 403])
    expect((await read(`/employee?keyword=${secret}`, trusted)).body.meta.total_item).toBe(2)
  })

  it('finds staff who acted by their names, not by their addresses, and employees by nothing', async () => {
    const { id, email } = await atrium.asUser('no role')
    await atrium.run(user, 'edit', { lastName: 'Actingperson' }, id)
    const found = async (keyword: string, by: Client) =>
      (await read(`/utility/getActors?keyword=${keyword}`, by)).body.data.map(({ value }: { value: string }) => value)
    expect(await found('actingpers', client)).toEqual([`user-${id}`])
    expect(await found(email, client)).toEqual([])
    expect(await found(email, trusted)).toEqual([`user-${id}`])
    expect(await found(sender.email.slice(0, 8), client)).toEqual([])
    expect(await found(sender.email.slice(0, 8), trusted)).toEqual([`employee-${sender.id}`])
    const all = await read(`/utility/activity_log?actor=employee-${sender.id}`)
    expect(all.body.data[0]).toMatchObject({ userName: '[personal]', userId: String(sender.id) })
    expect((await read(`/request/${known.request}/history`)).text).not.toContain(sender.email.slice(0, 8))
    expect((await read('/request')).text).not.toContain(sender.email.slice(0, 8))
  })

  it('gets no picture of a person, no archive of what is held, and no portal', async () => {
    for (const path of [
      `employee/${known.employee}/personal_data`,
      `employee/${known.employee}/sign_ins`,
      'employee/chart',
      'employee/by_title',
      'employee/bulk',
      'request/export',
      'utility/getEmployee',
      'utility/portal',
      'post?view=portal',
      'file?view=portal',
    ])
      expect([path, (await read(`/${path}`)).status]).toEqual([path, 403])
    expect((await read(`/search?keyword=${secret}`)).text).not.toMatch(/zebrafink/i)
  })

  it('is given pictures of people with the permission for what is personal, also in Trash, and without it none', async () => {
    const form = new FormData()
    form.set('thumbnail', new Blob([new Uint8Array(await pngPicture(33, 21))]), 'portrait.png')
    const sitter = await atrium.asEmployee()
    expect((await sitter.call('PATCH', '/api/me', form)).status).toBe(200)
    const link = (await sitter.call('GET', '/api/me')).body.data.pic
    const statuses = async () => [(await trusted.call('GET', link)).status, (await client.call('GET', link)).status]
    expect((await read(`/employee/${sitter.id}`, trusted)).body.data.thumbnail_url).toBe(link)
    expect(await statuses()).toEqual([200, 404])
    await atrium.run(employee, 'delete', {}, sitter.id)
    expect(await statuses()).toEqual([200, 404])
    const remover = await atrium.asUser(['r-post', 'r-audit_personal'])
    expect((await remover.call('GET', link)).status).toBe(404)
  })

  it('sees who led whom at a moment by titles and divisions, in no order of names, and with the permission for them by name', async () => {
    const lead = (await atrium.run(title, 'create', { title_name: 'Lead', description: 'Leads', order_number: 7 })).id
    const made = async (fullname: string, more: object = {}) => {
      const email = `${fullname.toLowerCase()}@example.org`
      const employee_number = String(Math.floor(Math.random() * 1e9))
      const fields = { fullname, display_name: fullname, email, employee_number, title: lead, ...more }
      return (await atrium.run(employee, 'create', fields)).id
    }
    const top = await made('Zulu')
    const [second, first] = [await made('Yankee', { empSuper: [top] }), await made('Alpha', { empSuper: [top] })]
    const path = `/employee/chart?id=${top}&as_of=${await atrium.services.log.store.head()}`
    const { body } = await read(path)
    expect(body.data.map(({ id }: { id: number }) => id)).toEqual([top, second, first])
    expect(body.data[1]).toMatchObject({
      name: '[personal]',
      thumbnail: null,
      title: { name: 'Lead' },
      superiors: [top],
      reports: 0,
    })
    expect((await read(path, trusted)).body.data.map(({ name }: { name: string }) => name)).toEqual([
      'Alpha',
      'Yankee',
      'Zulu',
    ])
  })
})

it('no list is ordered, and no record addressed, by what is personal unless it is asked for', () => {
  for (const { name, fields, list, slug } of catalog.values()) {
    const ordering = fields[list.sort.replace('-', '')]
    expect(ordering === undefined || !holdsPersonal(ordering), name).toBe(true)
    expect(slug === undefined || fields[slug]?.isPersonal !== true, name).toBe(true)
  }
})
