import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../domain/event.ts'
import { division } from '../../../domain/resources/division.ts'
import { employee } from '../../../domain/resources/employee.ts'
import { title } from '../../../domain/resources/title.ts'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import type { Answer, Client } from '../../support/client.ts'
import type { Fields } from '../../support/sent.ts'

let atrium: TestAtrium
let staff: Client
beforeAll(async () => {
  atrium = await openTestAtrium()
  staff = await atrium.asUser('all')
}, 60_000)
afterAll(() => atrium.close())

let made = 0
const make = async (more: Omit<Fields<'employee'>, 'empSub'> = {}): Promise<number> => {
  made += 1
  const sent = {
    employee_number: `00${made}`,
    fullname: `Person ${made}`,
    display_name: 'P',
    email: `p${made}@example.org`,
    ...more,
  }
  return (await atrium.run(employee, 'create', sent)).id
}
const edit = (id: number, sent: Fields<'employee'> | FormData) => staff.call('PUT', `/api/employee/${id}`, sent)
const read = async (id: number) => (await staff.call('GET', `/api/employee/${id}`)).body.data
const idsOf = (all: { id: number }[]) => all.map(({ id }) => id)
const propertyOf = ({ body }: Answer) => body.errors?.[0]?.property
const head = () => atrium.services.log.store.head()

/** What is refused says why, at its field, and writes nothing. */
const refused = async (call: () => Promise<Answer>): Promise<Answer> => {
  const before = await head()
  const answer = await call()
  expect([400, 403, 404, 409, 413, 415, 422], JSON.stringify(answer.body)).toContain(answer.status)
  expect(await head(), JSON.stringify(answer.body)).toBe(before)
  return answer
}

describe('reporting lines', () => {
  it('are one relation, edited from both ends', async () => {
    const [boss, one, two] = [await make(), await make(), await make()]
    expect((await edit(boss, { empSub: [one, two], display_name: 'Boss' })).status).toBe(200)
    expect(idsOf((await read(one)).empSuper)).toEqual([boss])
    expect((await edit(two, { empSuper: '' })).status).toBe(200)
    const { empSub, display_name: name } = await read(boss)
    expect([idsOf(empSub), name]).toEqual([[one], 'Boss'])
  })

  it('change the other person in nothing else', async () => {
    const [boss, low] = [await make(), await make()]
    expect((await edit(boss, { empSub: [low], password: 'a quiet harbour at night' })).status).toBe(200)
    const typesOf = async (id: number) =>
      (await atrium.services.log.read(`employee-${id}`)).events.map(({ type }) => type)
    expect(await typesOf(boss)).toContain('EmployeePasswordChanged')
    expect(await typesOf(low)).not.toContain('EmployeePasswordChanged')
  })

  it('turn around in one save', async () => {
    const [first, second] = [await make(), await make()]
    await edit(first, { empSub: [second] })
    expect((await edit(first, { empSuper: [second], empSub: [] })).status).toBe(200)
    expect(idsOf((await read(second)).empSub)).toEqual([first])
  })

  it('never lead back, whichever end says so', async () => {
    const [top, middle, low] = [await make(), await make(), await make()]
    await edit(middle, { empSuper: [top], empSub: [low] })
    expect(propertyOf(await refused(() => edit(top, { empSuper: [top] })))).toBe('empSuper')
    expect(propertyOf(await refused(() => edit(top, { empSub: String(top) })))).toBe('empSub')
    expect(propertyOf(await refused(() => edit(top, { empSuper: [low] })))).toBe('empSuper')
    expect(propertyOf(await refused(() => edit(low, { empSub: [top], display_name: 'Not kept' })))).toBe('empSub')
    expect(propertyOf(await refused(() => edit(top, { empSub: [middle, 999_999] })))).toBe('empSub')
    expect((await read(low)).display_name).toBe('P')
  })

  it('never lead back when two edits race, from whichever ends', async () => {
    for (const [mine, theirs] of [
      ['empSuper', 'empSuper'],
      ['empSub', 'empSub'],
    ] as const) {
      const [one, other] = [await make(), await make()]
      const answers = await Promise.all([edit(one, { [mine]: [other] }), edit(other, { [theirs]: [one] })])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
      const [first, second] = [await read(one), await read(other)]
      expect(first.empSuper.length + second.empSuper.length).toBe(1)
    }
  })
})

describe('a relation from its other end', () => {
  it('is made by those who may edit the record that holds it, and nothing is made for others', async () => {
    const [low, clerk] = [await make(), await atrium.asUser(['c-employee', 'r-employee'])]
    const sent = { employee_number: '990001', fullname: 'New Boss', display_name: 'N', email: 'boss@example.org' }
    const answer = await refused(() => clerk.call('POST', '/api/employee', { ...sent, empSub: [low] }))
    expect(answer.status).toBe(403)
    expect((await clerk.call('POST', '/api/employee', sent)).status).toBe(200)
  })
})

describe('what is inactive', () => {
  it('is no longer offered and stays, marked, where it was', async () => {
    const { id } = await atrium.run(title, 'create', { title_name: 'Clerk', order_number: 1, description: 'Writes' })
    const boss = await make()
    const holder = await make({ title: id, empSuper: [boss] })
    await staff.call('POST', `/api/title/${id}/deactivate`)
    await staff.call('POST', `/api/employee/${boss}/deactivate`)
    const offered = async (call: string) =>
      (await staff.call('GET', `/api/utility/${call}`)).body.data.map(({ value }: { value: number }) => value)
    expect(await offered('getTitle')).not.toContain(id)
    expect(await offered('getEmployee')).not.toContain(boss)
    const { title: held, empSuper } = await read(holder)
    expect(held).toMatchObject({ id, title_name: 'Clerk', isInactive: true })
    expect(empSuper).toEqual([expect.objectContaining({ id: boss, isInactive: true })])
    expect((await edit(holder, { title: id, display_name: 'Same' })).status).toBe(200)
    const refusal = await refused(() => staff.call('DELETE', `/api/title/${id}`))
    expect([refusal.status, refusal.body.message]).toEqual([
      409,
      '1 of the employees still uses this title. Deactivate the title, or move what uses it first.',
    ])
  })
})

it('is found among choices by address and number by those who may read employees, by name by others', async () => {
  const id = await make()
  const { fullname, email, employee_number: number } = await read(id)
  const sees = async (client: Client, keyword: string) => {
    const { body } = await client.call('GET', `/api/utility/getEmployee?keyword=${encodeURIComponent(keyword)}`)
    return body.data.some(({ value }: { value: number }) => value === id)
  }
  const inbox = await atrium.asUser(['r-request'])
  expect(await Promise.all([fullname, email, number].map((keyword) => sees(staff, keyword)))).toEqual([
    true,
    true,
    true,
  ])
  expect(await Promise.all([fullname, email, number].map((keyword) => sees(inbox, keyword)))).toEqual([
    true,
    false,
    false,
  ])
})

describe('points', () => {
  it('are entries with a reason, whose sum is the balance', async () => {
    const id = await make({ point: 10 })
    const points = (verb: string, sent: unknown) => staff.call('POST', `/api/employee/${id}/${verb}`, sent)
    expect((await points('set_point', { point: '100', reason: 'Opening' })).status).toBe(200)
    expect((await points('adjust_point', { change: -30, reason: 'Day off' })).status).toBe(200)
    expect((await edit(id, { point: '71' })).status).toBe(200)
    expect((await read(id)).point).toBe(71)
    // Another reason for the same balance is an entry; the same again, or none at all, is not.
    for (const reason of ['Counted again', 'Counted again'])
      expect((await points('set_point', { point: 71, reason })).status).toBe(200)
    expect((await edit(id, { point: '71' })).status).toBe(200)
    const { events } = await atrium.services.log.read(`employee-${id}`)
    expect(events.map(({ type, data }) => [type, data.point ?? data.change, data.reason]).slice(1)).toEqual([
      ['EmployeePointSet', 10, ''],
      ['EmployeePointSet', 100, 'Opening'],
      ['EmployeePointAdjusted', -30, 'Day off'],
      ['EmployeePointSet', 71, ''],
      ['EmployeePointSet', 71, 'Counted again'],
    ])
    const stored = await atrium.services.log.store.read(`employee-${id}`)
    expect(JSON.stringify(stored.map(({ data, personal }) => [data, personal]))).not.toContain('Day off')
  })

  it('refuse what is no balance', async () => {
    const id = await make()
    const points = (verb: string, sent: unknown) => () => staff.call('POST', `/api/employee/${id}/${verb}`, sent)
    for (const point of [2 ** 31, '2147483648', -1, 1.5, 'many', '', null])
      expect(propertyOf(await refused(points('set_point', { point, reason: 'No' })))).toBe('point')
    await atrium.run(employee, 'set_point', { point: 2_147_483_647, reason: 'Most' }, id)
    expect(propertyOf(await refused(points('adjust_point', { change: 1, reason: 'No' })))).toBe('change')
    await atrium.run(employee, 'set_point', { point: 5, reason: 'Few' }, id)
    expect(propertyOf(await refused(points('adjust_point', { change: -6, reason: 'No' })))).toBe('change')
    expect(propertyOf(await refused(points('adjust_point', { change: 1, reason: ' ' })))).toBe('reason')
    const empty = await refused(() => edit(id, { point: '' }))
    expect(empty.body.errors[0].constraints).toEqual({ invalid_type: 'Please Input Employee Point.' })
  })
})

describe('refuses', () => {
  it('a number with letters, a known e-mail in another case, a strange name', async () => {
    const id = await make({ email: 'first@example.org' })
    expect(propertyOf(await refused(() => edit(id, { employee_number: '12a' })))).toBe('employee_number')
    const other = await make()
    const answer = await refused(() => edit(other, { email: 'FIRST@Example.org' }))
    expect([answer.status, propertyOf(answer)]).toEqual([409, 'email'])
    expect((await edit(other, { employee_number: 7_700 })).status).toBe(200)
    expect((await read(other)).employee_number).toBe('7700')
    await refused(() =>
      staff.call('PUT', `/api/employee/${id}`, JSON.parse('{"__proto__": {"point": 1}, "constructor": 1}')),
    )
    for (const key of ['__proto__', 'constructor', 'by', '0', '2147483648'])
      await refused(() => edit(key as never, { point: 1 }))
  })

  it('a photo that is HTML', async () => {
    const id = await make()
    const form = new FormData()
    form.set('display_name', 'Not kept')
    form.set('thumbnail', new Blob(['<html><script>alert(1)</script></html>'], { type: 'image/png' }), 'me.png')
    await refused(() => edit(id, form))
    expect((await read(id)).display_name).toBe('P')
  })
})

describe('employees', () => {
  it('change what is theirs about themselves, and nothing of others', async () => {
    const [me, other] = [await atrium.asEmployee(), await make()]
    const own = `/api/employee/${me.id}`
    await refused(() => me.call('PUT', `/api/employee/${other}`, { display_name: 'Mine' }))
    await refused(() => me.call('PUT', `/api/employee/${other}/remove_profile`))
    const before = await head()
    expect((await me.call('PUT', own, { point: 5, email: 'x@example.org', title: 1, empSub: [other] })).status).toBe(
      200,
    )
    expect(await head()).toBe(before)
    expect(propertyOf(await refused(() => me.call('PUT', own, { thumbnail: 1 })))).toBe('thumbnail')
    expect(propertyOf(await refused(() => me.call('PUT', own, { password: 'short', display_name: 'No' })))).toBe(
      'password',
    )
    const several = await me.call('PUT', own, {
      password: 'short',
      phone_number: '0'.repeat(41),
      linkedln: 'https://evil.test',
    })
    expect(several.body.errors.map(({ property }: { property: string }) => property)).toEqual([
      'phone_number',
      'linkedln',
      'password',
    ])
    for (const [name, value] of [
      ['facebook', 'https://evil.test/ada'],
      ['instagram', 'javascript:alert(1)'],
      ['linkedln', 'https://me:pw@linkedin.com/in/me'],
    ] as const)
      expect(propertyOf(await refused(() => me.call('PUT', own, { [name]: value })))).toBe(name)
    expect((await me.call('PUT', own, { instagram: 'https://www.instagram.com/me/' })).status).toBe(200)
    expect((await me.call('PUT', own, { linkedln: 'me', office_address: 'Quay 5' })).status).toBe(200)
    expect((await me.call('GET', own)).body.data).toMatchObject({ type: 'employee', linkedln: 'me', point: 0 })
    await atrium.run(employee, 'set_point', { point: 12, reason: 'Ten years' }, me.id)
    await atrium.run(employee, 'adjust_point', { change: -5, reason: 'Day off' }, me.id)
    expect((await me.call('GET', '/api/me/points')).body.data).toMatchObject({
      point: 7,
      entries: [
        { change: -5, balance: 7, reason: 'Day off' },
        { change: 12, balance: 12, reason: 'Ten years' },
      ],
    })
    const { body } = await me.call('GET', `/api/employee/${other}`)
    expect(Object.keys(body.data)).not.toEqual(expect.arrayContaining(['point']))
    expect(body.data).not.toHaveProperty('employee_number')
    expect((await me.call('PUT', own, { password: 'a quiet harbour at night' })).status).toBe(200)
    expect((await me.call('GET', '/api/me')).status).toBe(401)
  })
})

describe('the org chart', () => {
  const at = async (id: number, day: string, type: string, data: JsonObject) => {
    const { log, projector } = atrium.services
    const { head: known } = await log.read(`employee-${id}`)
    const commandId = randomUUID()
    const origin = {
      commandId,
      correlationId: commandId,
      now: `${day}T10:00:00.000Z`,
      actor: { type: 'system' as const, id: 'test' },
    }
    const { position } = await log.append(known, [{ type, data }], origin)
    await projector.waitFor(position, 15_000)
  }
  const begun = (id: number, data: JsonObject = {}) =>
    at(id, '2025-01-01', 'EmployeeCreated', {
      ...Object.fromEntries(
        Object.entries(employee.fields).flatMap(([name, { initial, sets }]) => (sets ? [] : [[name, initial]])),
      ),
      fullname: `Mover ${id}`,
      ...data,
    })
  const chartOf = async (id: number, day = ''): Promise<Record<string, any>[]> =>
    (await staff.call('GET', `/api/employee/chart?id=${id}${day && `&at=${day}`}`)).body.data
  const placeOn = async (id: number, day?: string) => {
    const me = (await chartOf(id, day)).find((one) => one.id === id)
    return [me?.title?.name, me?.division?.name, me?.superiors]
  }

  it('shows on each earlier day who led whom, and as what', async () => {
    const [a, b] = [
      (await atrium.run(title, 'create', { title_name: 'Mate', order_number: 9, description: 'm' })).id,
      (await atrium.run(title, 'create', { title_name: 'Captain', order_number: 1, description: 'c' })).id,
    ]
    const [north, south] = [
      (await atrium.run(division, 'create', { name: 'North', order_number: 1, description: 'n' })).id,
      (await atrium.run(division, 'create', { name: 'South', order_number: 2, description: 's' })).id,
    ]
    for (const id of [7001, 7002, 7003]) await begun(id)
    await begun(7004, { title: a, division: north, empSuper: [7001] })
    await at(7004, '2025-02-01', 'EmployeeEdited', { division: south, empSuper: [7002] })
    await at(7004, '2025-03-01', 'EmployeeEdited', { title: b })
    await at(7004, '2025-04-01', 'EmployeeEdited', { empSuper: [7003, 7002] })
    expect(await placeOn(7004, '2025-01-15')).toEqual(['Mate', 'North', [7001]])
    expect(await placeOn(7004, '2025-02-01')).toEqual(['Mate', 'South', [7002]])
    expect(await placeOn(7004, '2025-03-20')).toEqual(['Captain', 'South', [7002]])
    expect(await placeOn(7004)).toEqual(['Captain', 'South', expect.arrayContaining([7002, 7003])])
    expect(await chartOf(7004, '2024-12-31')).toEqual([])
    const below = await chartOf(7001, '2025-01-15')
    expect(below.map(({ id, far, reports }) => [id, far, reports])).toEqual(
      expect.arrayContaining([
        [7001, 0, 1],
        [7004, 1, 0],
      ]),
    )
    expect((await chartOf(7001)).map(({ id }) => id)).toEqual([7001])
    expect((await refused(() => staff.call('GET', '/api/employee/chart?at=2025-13-01'))).status).toBe(400)
  })

  it('keeps who is inactive for staff, and shows colleagues who is active today', async () => {
    const boss = await make()
    const low = await make({ empSuper: [boss] })
    await staff.call('POST', `/api/employee/${boss}/deactivate`)
    expect((await chartOf(low)).find(({ id }) => id === boss)).toMatchObject({ far: -1, isInactive: true })
    const colleague = await atrium.asEmployee()
    const { data } = (await colleague.call('GET', `/api/employee/chart?id=${low}`)).body
    expect(data.map(({ id }: { id: number }) => id)).toEqual([low])
    // The lines of today would be taken for those of that day.
    const past = await colleague.call('GET', `/api/employee/chart?id=${low}&at=2020-01-01`)
    expect([past.status, propertyOf(past)]).toEqual([400, 'at'])
  })

  it('leaves out who is in Trash', async () => {
    const boss = await make()
    const low = await make({ empSuper: [boss] })
    expect(idsOf((await chartOf(boss)) as { id: number }[])).toEqual([boss, low])
    await staff.call('DELETE', `/api/employee/${low}`)
    expect((await chartOf(boss)).map(({ id, reports }) => [id, reports])).toEqual([[boss, 0]])
    expect((await read(boss)).empSub).toEqual([])
    expect(propertyOf(await refused(() => edit(boss, { empSub: [low] })))).toBe('empSub')
  })
})
