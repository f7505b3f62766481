import { openAsBlob } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { departement } from '../../domain/resources/departement.ts'
import { employee } from '../../domain/resources/employee.ts'
import { title } from '../../domain/resources/title.ts'
import { user } from '../../domain/resources/user.ts'
import { parseSheet } from '../../platform/sheets/parse.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import type { Client } from '../support/client.ts'
import { sheetOf, workbookOf } from '../support/sheets.ts'
import type { SheetRow, Row } from '../support/sent.ts'

let atrium: TestAtrium
let staff: Client & { id: number }
const folder = mkdtemp(join(tmpdir(), 'atrium-downloads-'))
const [insert, points] = [employee.sheets?.modes?.insert, employee.sheets?.modes?.point].map((mode) =>
  Object.keys(mode?.columns ?? {}),
)
beforeAll(async () => {
  atrium = await openTestAtrium()
  staff = await atrium.asUser(['c-employee', 'r-employee', 'u-employee', 'd-employee', 'r-activity_trail'])
  await atrium.run(title, 'create', { title_name: 'Manager', description: 'Leads', order_number: 1 })
  await atrium.run(departement, 'create', { name: 'Logistics', order_number: 1, description: 'Moves things' })
}, 60_000)
afterAll(() => atrium.close())

let drawn = 0
const numbers = (count: number) => Array.from({ length: count }, () => String((drawn += 1)).padStart(6, '0'))
const rowOf = (number: string, more: SheetRow = {}): string[] => {
  const row: Readonly<Record<string, string>> = {
    employee_number: number,
    fullname: `Person ${number}`,
    display_name: `P ${number}`,
    email: `p${number}@example.org`,
    ...more,
  } satisfies SheetRow
  return (insert ?? []).map((name) => row[name] ?? '')
}
const send = async (path: string, fields: Record<string, string> = {}, client: Client = staff) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('xlsx', await openAsBlob(path), 'people.xlsx')
  return client.call('POST', '/api/employee/bulk', form)
}
const check = async (
  rows: readonly string[][],
  heading = insert ?? [],
  mode = 'insert',
  more: Record<string, string> = {},
) => {
  const { status, body } = await send(await sheetOf(heading, rows), { mode, dry_run: 'true', ...more })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}
/** With the choice that rows may change employees who exist. */
const update = (rows: readonly string[][]) => check(rows, insert, 'insert', { update_existing: 'true' })
const finished = async (job: string) => {
  const look = async () => (await staff.call('GET', `/api/job/${job}`)).body.data
  await vi.waitUntil(async () => (await look()).finishedAt !== null, { timeout: 20_000 })
  return look()
}
const confirm = async (id: string, choice: object = {}) => {
  const { status, body } = await staff.call('POST', `/api/import/${id}`, { invite: false, ...choice })
  expect(status, JSON.stringify(body)).toBe(200)
  return finished(body.data.job)
}
const download = async (path: string, client: Client = staff) => {
  const answer = await fetch(`${atrium.url}/api${path}`, { headers: { authorization: `Bearer ${client.token}` } })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const to = join(await folder, `${Math.random()}.xlsx`)
  await writeFile(to, bytes)
  return { status: answer.status, headers: answer.headers, path: to, bytes }
}
const found = async (keyword: string) => (await staff.call('GET', `/api/employee?keyword=${keyword}`)).body.data
const whole = async (id: number) => (await staff.call('GET', `/api/employee/${id}`)).body.data
const head = () => atrium.services.log.store.head()
/** Every row of the table as it is read, times and positions apart. */
const readModel = async () =>
  (
    await atrium.services.pool.query(
      "select to_jsonb(t) - array['position', 'version', 'changed_at', 'changed_by_id', 'changed_by_type'] as row from employee t where status <> 'deleted' order by id",
    )
  ).rows

it.each(['all', 'valid'])(
  'makes whoever stands above before those below, in as many chunks as that takes (%s)',
  async (rows) => {
    const made = numbers(1_100)
    const above = new Map(made.map((number, index) => [number, index === 0 ? '' : (made[(index - 1) >> 1] ?? '')]))
    const report = await check(
      made.toReversed().map((number) => rowOf(number, { superior_employee_number: above.get(number) ?? '' })),
    )
    expect(report).toMatchObject({ created: made.length, refused: 0 })
    expect(await confirm(report.check, { rows })).toMatchObject({ state: 'done', done: made.length, failed: 0 })
    const read = async () => {
      const { rows: found } = await atrium.services.pool.query<{ number: string; above: string | null }>(
        `select one.employee_number as number, boss.employee_number as above from employee one
       left join employee boss on one."empSuper" @> to_jsonb(boss.id) where one.employee_number = any($1)`,
        [made],
      )
      return new Map(found.map((one) => [one.number, one.above ?? '']))
    }
    // Rows are read as they are, without waiting for what was written.
    await expect.poll(read, { timeout: 20_000 }).toEqual(above)
  },
  60_000,
)

it('checks without writing, imports, changes nothing the second time, and takes all of it back', async () => {
  const [boss = '', ...others] = numbers(4)
  const rows = [
    ...others.map((number) => rowOf(number, { superior_employee_number: boss, title: 'mANAGER', point: '7' })),
    rowOf(boss, { departement: 'Logistics', phone_number: '+62812', office_address: '=1+1' }),
  ]
  const [before, model] = [await head(), await readModel()]
  const report = await check(rows)
  expect(report).toMatchObject({ total: 4, created: 4, changed: 0, unchanged: 0, refused: 0, problems: [] })
  expect(await head()).toBe(before)

  const job = await confirm(report.check)
  expect(job).toMatchObject({ state: 'done', done: 4, failed: 0 })
  const [made] = await found(others[0] ?? '')
  const one = await whole(made.id)
  expect(one).toMatchObject({ employee_number: others[0], point: 7, title: { name: 'Manager' } })
  expect(one.empSuper).toMatchObject([{ name: `Person ${boss}` }])
  const [chief] = await found(boss)
  expect(await whole(chief.id)).toMatchObject({ phone_number: '+62812', office_address: '=1+1' })

  const again = await update(rows)
  expect(again).toMatchObject({ created: 0, changed: 0, unchanged: 4, refused: 0 })
  const between = await head()
  expect(await confirm(again.check)).toMatchObject({ done: 4, unchanged: 4 })
  expect((await atrium.services.log.store.readAll(between, 10)).map(({ type }) => type)).toEqual(['RecordsImported'])

  await atrium.run(employee, 'edit', { display_name: 'Edited since' }, chief.id)
  const { body } = await staff.call('POST', `/api/job/${report.check}/undo`)
  const undone = await finished(body.data.job)
  expect(undone).toMatchObject({ done: 3, failed: 1 })
  expect(undone.failures).toMatchObject([{ id: chief.id, message: expect.stringContaining('changed since') }])
  await atrium.run(employee, 'delete', {}, chief.id)
  expect(await readModel()).toEqual(model)
})

it('makes none of the rows when one of them can no longer be taken once it is confirmed', async () => {
  const { id } = await atrium.run(title, 'create', { title_name: 'Caulker', description: 'Caulks', order_number: 9 })
  const [taken = '', follower = '', pointing = ''] = numbers(3)
  const named = await check([rowOf(follower, { superior_employee_number: taken }), rowOf(taken)])
  const titled = await check([rowOf(pointing, { title: 'Caulker' }), ...numbers(2).map((number) => rowOf(number))])
  expect([named.refused, titled.refused]).toEqual([0, 0])
  const values = { fullname: 'Other', display_name: 'Other', point: 0 }
  await atrium.run(employee, 'create', { ...values, employee_number: '999001', email: `P${taken}@example.org` })
  await atrium.run(title, 'delete', {}, id)
  const before = await readModel()
  const refusals = []
  for (const { check: job } of [named, titled]) refusals.push(await confirm(job))
  expect(refusals).toMatchObject([
    { state: 'cancelled', done: 0, failed: 1, failures: [{ message: 'E-mail is already taken.' }] },
    { state: 'cancelled', done: 0, failed: 1, failures: [{ message: expect.stringContaining('not a known choice') }] },
  ])
  expect(await readModel()).toEqual(before)
})

it('changes those who are there, sets points with a reason, and takes that back', async () => {
  const [one = '', two = ''] = numbers(2)
  await confirm((await check([rowOf(one, { point: '3', title: 'Manager' }), rowOf(two)])).check)
  const rows = [rowOf(one, { display_name: 'Renamed', point: '', title: '' }), rowOf(two)]
  const report = await update(rows)
  expect(report).toMatchObject({ created: 0, changed: 1, unchanged: 1, moreChanges: 0 })
  await confirm(report.check)
  const [{ id }] = await found(one)
  expect(await whole(id)).toMatchObject<Row<'employee'>>({ display_name: 'Renamed', point: 3, title: null })

  const { body } = await staff.call('GET', `/api/import/${report.check}`)
  expect(body.data).toMatchObject({ isStarted: true, changes: [] })
  const model = await readModel()
  const pointRows = [
    [one, '12', 'Ten years'],
    [two, '0', 'As it is'],
  ]
  const set = await check(pointRows, points, '')
  // A balance that stands already and a new reason are an entry of the ledger.
  expect(set).toMatchObject({ mode: 'point', changed: 2, unchanged: 0 })
  await confirm(set.check)
  expect(await whole(id)).toMatchObject({ point: 12 })
  expect(await check(pointRows, points, 'point')).toMatchObject({ changed: 0, unchanged: 2 })
  await finished((await staff.call('POST', `/api/job/${set.check}/undo`)).body.data.job)
  expect(await readModel()).toEqual(model)
})

it('E9a: refuses rows whose number exists unless they may update, and says then what of whom they would change', async () => {
  const [one = '', two = '', three = ''] = numbers(3)
  await confirm((await check([rowOf(one, { title: 'Manager' }), rowOf(two)])).check)
  const [{ id }] = await found(one)
  const rows = [
    rowOf(three, { superior_employee_number: one }),
    rowOf(one, { fullname: 'Somebody Else', title: '', superior_employee_number: two }),
    rowOf(two),
  ]
  const before = await head()
  const refused = await check(rows)
  expect(refused).toMatchObject({ created: 1, changed: 0, unchanged: 0, refused: 2, changes: [] })
  const known = 'Employee number exists already. Choose “Also update existing” to change what is there.'
  expect(refused.problems.map(({ row, column, message }: any) => [row, column, message])).toEqual([
    [3, 'employee_number', known],
    [4, 'employee_number', known],
  ])
  const straight = await send(await sheetOf(insert ?? [], rows), { mode: 'insert' })
  expect([straight.status, straight.body.message]).toEqual([422, '2 rows cannot be taken, so none was.'])
  expect(await head()).toBe(before)

  const report = await update(rows)
  expect(report).toMatchObject({ created: 1, changed: 1, unchanged: 1, refused: 0, problems: [] })
  expect(report.changes).toEqual([
    {
      row: 3,
      id,
      name: `Person ${one}`,
      fields: [
        { column: 'fullname', label: 'Fullname', before: `Person ${one}`, after: 'Somebody Else' },
        { column: 'title', label: 'Title', before: 'Manager', after: '' },
        { column: 'superior_employee_number', label: 'Superordinate', before: '', after: two },
      ],
    },
  ])
  expect((await parseSheet((await download(`/import/${report.check}/changes`)).path)).rows).toMatchObject([
    { cells: { 1: '3', 2: `Person ${one}`, 3: 'fullname', 4: `Person ${one}`, 5: 'Somebody Else' } },
    { cells: { 3: 'title', 4: 'Manager' } },
    { cells: { 3: 'superior_employee_number', 5: two } },
  ])
  expect(await confirm(report.check)).toMatchObject({ state: 'done', done: 3, unchanged: 1, failed: 0 })
  expect(await whole(id)).toMatchObject({
    fullname: 'Somebody Else',
    title: null,
    empSuper: [{ name: `Person ${two}` }],
  })
  expect((await staff.call('GET', `/api/import/${report.check}`)).body.data.changes).toEqual([])
})

it('XL-4: one bad row of many stops all of them, or is left out, and each problem has its row and column', async () => {
  const [one = '', two = '', three = '', four = '', five = ''] = numbers(5)
  await atrium.run(employee, 'create', {
    employee_number: five,
    fullname: 'There already',
    display_name: 'There',
    email: `There${five}@example.org`,
  })
  const rows = [
    rowOf(one),
    rowOf(two, { email: `P${one}@EXAMPLE.org` }),
    rowOf(three, { title: 'Nobody', point: '2147483648', fullname: '' }),
    rowOf(one),
    rowOf(four, { email: `there${five}@example.org` }),
    rowOf('', {}),
    rowOf('12a'),
    rowOf(`${four}9`, { superior_employee_number: three }),
  ]
  const before = await head()
  const report = await check(rows)
  expect(report).toMatchObject({ total: 8, created: 1, refused: 7 })
  const told = report.problems.map(({ row, column, message }: any) => `${row} ${column}: ${message}`)
  expect(told).toEqual([
    '3 email: E-mail is in row 2 as well.',
    '4 fullname: Fullname is required',
    '4 title: There is no active title named Nobody',
    expect.stringMatching(/^4 point: Point is a whole number from 0 to/),
    '5 employee_number: Employee number is in row 2 as well.',
    '6 email: E-mail is already taken.',
    '7 employee_number: Employee number is required',
    '8 employee_number: Employee number holds digits only',
    '9 null: Row 4, which it points at, cannot be taken.',
  ])
  const sheet = await parseSheet((await download(`/import/${report.check}/problems`)).path)
  expect(sheet.rows).toHaveLength(told.length)
  expect(sheet.rows[0]?.cells).toEqual({ 1: '3', 2: 'email', 3: 'E-mail is in row 2 as well.' })

  const refused = await staff.call('POST', `/api/import/${report.check}`, { rows: 'all' })
  expect(refused.status).toBe(422)
  const straight = await send(await sheetOf(insert ?? [], rows), { mode: 'insert' })
  expect(straight.status).toBe(422)
  expect(straight.body.errors[0].property).toBe('row 3, email')
  // As programs write a NUL, which the database could not even look for.
  const odd = await workbookOf([[...(insert ?? [])], rowOf(four, { title: '_x0000_' })])
  expect((await send(odd, { dry_run: 'true' })).body.data.problems).toMatchObject([
    { row: 2, column: 'title', message: 'title holds characters that cannot be stored' },
  ])
  expect(await head()).toBe(before)

  expect(await confirm(report.check, { rows: 'valid' })).toMatchObject({ total: 1, done: 1 })
  expect(await found(one)).toHaveLength(1)
})

it('refuses circles, whoever closes them', async () => {
  const [one = '', two = '', three = ''] = numbers(3)
  const circle = [
    rowOf(one, { superior_employee_number: two }),
    rowOf(two, { superior_employee_number: three }),
    rowOf(three, { superior_employee_number: one }),
  ]
  expect(await check(circle)).toMatchObject({ created: 0, refused: 3 })
  const chain = [
    rowOf(one, { superior_employee_number: two }),
    rowOf(two, { superior_employee_number: three }),
    rowOf(three),
  ]
  await confirm((await check(chain)).check)
  expect(await update([rowOf(three, { superior_employee_number: one })])).toMatchObject({ changed: 0, refused: 1 })
  expect(await update([rowOf(three, { superior_employee_number: three })])).toMatchObject({ refused: 1 })
})

it('says of a file as a whole what is wrong with it', async () => {
  const said = async (path: string, fields: Record<string, string> = {}) => {
    const { status, body } = await send(path, { dry_run: 'true', ...fields })
    return `${status} ${body.message}`
  }
  const headed = (heading: string[]) => sheetOf(heading, [['1']])
  expect(await said(await headed(['employee_number', 'surname']), { mode: 'insert' })).toBe(
    '422 There is no column surname.',
  )
  expect(await said(await headed(['employee_number', 'Employee Number']), { mode: 'point' })).toContain(
    'is there twice',
  )
  expect(await said(await headed(['employee_number', 'point']), { mode: 'point' })).toBe(
    '422 The column reason is missing.',
  )
  expect(await said(await headed(['employee_number', 'point']))).toContain('names the columns of no spreadsheet')
  expect(await said(await workbookOf([]))).toContain('422')
  expect((await staff.call('POST', '/api/employee/bulk', new FormData())).status).toBe(422)
  const formula = await workbookOf([points ?? [], ['1', { formula: '1+1', result: 2 }, 'x']])
  const { body } = await send(formula, { dry_run: 'true' })
  expect(body.data.problems).toMatchObject([
    { row: 2, column: 'employee_number' },
    { row: 2, column: 'point' },
  ])
})

it('asks for the permission of the mode, of each row, and of an export', async () => {
  const [one = ''] = numbers(1)
  const path = await sheetOf(insert ?? [], [rowOf(one)])
  const [creator, updater, reader] = [
    await atrium.asUser(['c-employee']),
    await atrium.asUser(['u-employee']),
    await atrium.asUser(['r-employee']),
  ]
  const dry = { dry_run: 'true' }
  expect((await send(path, dry, updater)).status).toBe(403)
  expect((await send(path, dry, reader)).status).toBe(403)
  const mine = await send(path, dry, creator)
  expect(mine.body.data).toMatchObject({ created: 1 })
  expect((await staff.call('POST', `/api/import/${mine.body.data.check}`, {})).status).toBe(404)
  expect((await send(path, { invite: 'false' }, creator)).body).toMatchObject({ message: '1 of 1 employees imported.' })
  const changed = await send(
    await sheetOf(insert ?? [], [rowOf(one, { fullname: 'Other' })]),
    { ...dry, update_existing: 'true' },
    creator,
  )
  expect(changed.body.data.problems).toMatchObject([
    { row: 2, column: null, message: expect.stringContaining('Access is denied') },
  ])
  await atrium.run(user, 'edit', { role: null }, creator.id)
  const before = await atrium.services.log.store.head()
  expect((await creator.call('POST', `/api/import/${changed.body.data.check}`, { rows: 'valid' })).status).toBe(403)
  expect(await atrium.services.log.store.head()).toBe(before)
  expect((await download('/employee/bulk', creator)).status).toBe(403)
  expect((await download('/employee/bulk?keyword=x', updater)).status).toBe(200)
  expect((await download('/employee/bulk/sample/insert', reader)).status).toBe(403)
})

it('exports what the list shows, is written down, and imports without a change', async () => {
  const [one = '', two = ''] = numbers(2)
  const rows = [
    rowOf(one, { phone_number: '+62 812', office_address: "-1 '=", facebook: '@me', point: '4', title: 'Manager' }),
    rowOf(two, { superior_employee_number: one, display_name: "'=quoted", linkedln: '_x0041_' }),
  ]
  await confirm((await check(rows)).check)
  const all = await download('/employee/bulk')
  expect(all.headers.get('content-disposition')).toBe('attachment; filename="file.xlsx"')
  expect(Math.abs(all.bytes.length - Number(all.headers.get('x-expected-bytes')))).toBeLessThan(20_000)
  const answer = await send(all.path, { dry_run: 'true', update_existing: 'true' })
  expect(answer.body.data).toMatchObject({
    created: 0,
    changed: 0,
    refused: 0,
    unchanged: Number(all.headers.get('x-rows')),
  })

  const some = await parseSheet((await download(`/employee/bulk?keyword=${two}`)).path)
  expect(some.heading).toEqual(Object.fromEntries((insert ?? []).map((name, index) => [index + 1, name])))
  expect(some.rows.map(({ cells }) => cells[1])).toEqual([two])
  await atrium.services.projector.waitFor(await head(), 5_000)
  const entries = (await staff.call('GET', '/api/utility/activity_log?type=Export')).body.data
  expect(entries).toMatchObject([{ modelAffected: 'employee' }, { modelAffected: 'employee' }, {}])

  const sample = await download('/employee/bulk/sample/point')
  expect((await parseSheet(sample.path)).heading).toEqual({ 1: 'employee_number', 2: 'point', 3: 'reason' })
})

it('runs one import at a time', async () => {
  const [one = '', two = ''] = numbers(2)
  const [first, second] = [await check([rowOf(one)]), await check([rowOf(two)])]
  const holder = await atrium.services.pool.connect()
  await holder.query('begin; select log.lock()')
  try {
    const begin = (id: string) => staff.call('POST', `/api/import/${id}`, { invite: false })
    const [answer] = [begin(first.check)]
    await vi.waitUntil(
      async () =>
        (await atrium.services.pool.query("select 1 from command.job where turn = 'import' and finished_at is null"))
          .rowCount === 1,
      { timeout: 20_000 },
    )
    expect((await begin(second.check)).body.message).toContain('Another import is under way')
    await holder.query('commit')
    expect((await answer)?.status).toBe(200)
  } finally {
    holder.release()
  }
  await finished(first.check)
  expect(await confirm(second.check)).toMatchObject({ done: 1 })
})
