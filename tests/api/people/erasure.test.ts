import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import yauzl from 'yauzl'
import { writeDemoAccounts } from '../../../commands/demo/accounts.ts'
import { employee } from '../../../domain/resources/employee.ts'
import { stationery } from '../../../domain/resources/stationery.ts'
import { alone } from '../../../platform/database/connection.ts'
import { mailOutbox } from '../../../platform/mail/outbox.ts'
import { personalKeys } from '../../../platform/personal-keys.ts'
import { rebuild } from '../../../projections/running/rebuild.ts'
import { verify } from '../../../projections/running/verify.ts'
import { createSchema, readSchema } from '../../../projections/schema.ts'
import { fakeEventStoreDb } from '../../event-store/fake-eventstoredb.ts'
import { holdsNothing } from '../../event-store/real-eventstoredb.ts'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import { type Client, countMails, nextMail, signIn } from '../../support/client.ts'
import { dumpOf, filesBelow, foundIn } from '../../support/dump.ts'
import { pngPicture } from '../../support/pictures.ts'
import { sheetOf } from '../../support/sheets.ts'

type Store = { environment: Record<string, string>; stop(): void }
const { EVENTSTORE_URL: url } = process.env

const stores: Readonly<Record<string, () => Promise<Store>>> = {
  PostgreSQL: async () => ({ environment: {}, stop: () => undefined }),
  // A real one when it is named and empty: a company cannot share it.
  EventStoreDB: async () => {
    if (url && (await holdsNothing(url))) return { environment: { EVENTSTORE_URL: url }, stop: () => undefined }
    const server = await fakeEventStoreDb()
    return { environment: { EVENTSTORE_URL: server.url }, stop: () => server.kill() }
  },
}

const who = {
  employee_number: '704455667788',
  fullname: 'Quillon Zyxwarth',
  display_name: 'Quilly Zyx',
  email: 'quillon.zyxwarth@qzx-mail.example',
  phone_number: '+49 170 9988776',
  office_address: 'Vurzelgasse 17',
}
const former = 'Quillon Maidenqvist'
const pictureName = 'portrait-of-qzx-77.png'
const password = 'correct horse battery staple'
const reason = 'Helped Ombrella move'
const remark = 'For the desk by Yqzillow'
const unconfirmed = 'zyxwarth.waits@elsewhere-qzx.example'
const needles = [...Object.values(who), former, pictureName, reason, remark, unconfirmed]

const unzipped = (bytes: Buffer): Promise<Map<string, string>> =>
  new Promise((resolve, reject) => {
    const parts = new Map<string, string>()
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (failure, zip) => {
      if (!zip) return reject(failure)
      zip.on('entry', (entry: yauzl.Entry) =>
        zip.openReadStream(entry, (error, stream) => {
          if (error) return reject(error)
          void buffer(stream).then((content) => {
            parts.set(entry.fileName, content.toString('utf8'))
            zip.readEntry()
          }, reject)
        }),
      )
      zip.on('end', () => resolve(parts)).on('error', reject)
      zip.readEntry()
    })
  })

describe.each(Object.keys(stores))('a person on %s', (name) => {
  let store: Store
  let atrium: TestAtrium
  let admin: Client & { id: number; email: string }
  let logs = ''
  beforeAll(async () => {
    store = (await stores[name]?.()) ?? { environment: {}, stop: () => undefined }
    const lines = new PassThrough()
    lines.on('data', (chunk: Buffer) => {
      logs += chunk.toString()
    })
    atrium = await openTestAtrium({ environment: store.environment, logger: pino({ level: 'debug' }, lines) })
    admin = await atrium.asUser('all')
  }, 60_000)
  afterAll(async () => {
    await atrium.close()
    store.stop()
  })

  const download = async (path: string) => {
    const answer = await fetch(`${atrium.url}${path}`, { headers: { authorization: `Bearer ${admin.token}` } })
    expect(answer.status, path).toBe(200)
    return unzipped(Buffer.from(await answer.arrayBuffer()))
  }
  const archiveOf = (id: number) => download(`/api/employee/${id}/personal_data`)

  /** Somebody who has left traces wherever one can. Answers the id. */
  const leaveTraces = async (): Promise<number> => {
    const form = new FormData()
    for (const [field, value] of Object.entries({ ...who, fullname: former, password })) form.set(field, value)
    form.set('thumbnail', new Blob([new Uint8Array(await pngPicture(80, 80))], { type: 'image/png' }), pictureName)
    const made = await admin.call('POST', '/api/employee', form)
    expect(made.status, JSON.stringify(made.body)).toBe(200)
    const { id } = made.body.data
    await admin.call('PUT', `/api/employee/${id}`, { fullname: who.fullname })
    await admin.call('POST', `/api/employee/${id}/set_point`, { point: 12, reason })
    const self = await signIn(atrium.url, atrium.dataDir, { type: 'employee', email: who.email, password })
    const sent = await self.call('POST', '/api/utility/iso_submit', {
      subject: 'Ramp',
      message: `${who.phone_number} is my number`,
    })
    expect(sent.status).toBe(200)
    const newAddress = { email: unconfirmed, password }
    const seen = countMails(atrium.dataDir, unconfirmed)
    expect((await self.call('POST', '/api/me/email', newAddress)).status).toBe(200)
    await nextMail(atrium.dataDir, unconfirmed, seen)
    const item = await atrium.run(stationery, 'create', { name: 'Pencil HB', unit: 'pcs' })
    const content = [{ value: item.id, quantity: 12, remarks: remark }]
    expect((await self.call('POST', '/api/utility/request_stationery', { content })).status).toBe(200)
    const sheet = [{ ...who, employee_number: '704455667799', email: `x${who.email}` }].map((row) => Object.values(row))
    const checked = new FormData()
    checked.set('mode', 'insert')
    checked.set('dry_run', 'true')
    checked.set('xlsx', await openAsBlob(await sheetOf(Object.keys(who), sheet)), 'people.xlsx')
    expect((await admin.call('POST', '/api/employee/bulk', checked)).status).toBe(200)
    const { pool } = atrium.services
    await mailOutbox(atrium.keyFor('mail outbox')).enqueueMail(pool, {
      to: admin.email,
      subject: 'New message',
      text: `${who.fullname} has sent a message.`,
      kind: 'notice',
      notBefore: new Date(Date.now() + 3_600_000),
    })
    const entry = `${who.fullname.toLowerCase()} broke it`
    await pool.query(
      "insert into debug.entry (level, actor_type, actor_id, message, keyword) values ('error', 'system', 'background', $1, $1)",
      [entry],
    )
    await pool.query("insert into auth.list_preferences values ('employee', $1, 'post', $2)", [
      id,
      { hidden: [], isDense: false, views: [{ name: 'Mine', search: `keyword=${who.fullname}` }] },
    ])
    await pool.query(
      `insert into command.answered (person, key, body_hash, command_id, status, answer)
       values ($1, 'k', '', gen_random_uuid(), 200, $2)`,
      [`user-${admin.id}`, JSON.stringify({ message: `${who.fullname} updated.`, data: { id } })],
    )
    // The demo company has its people in a file, and made them by their addresses.
    writeDemoAccounts(atrium.dataDir, [{ email: who.email }, { email: admin.email }])
    await pool.query(
      `insert into command.answered (person, key, body_hash, command_id) values ('system-demo', $1, '', gen_random_uuid())`,
      [`employee ${who.email}`],
    )
    return id
  }

  /** Read models that another version left behind. */
  const leaveOldModels = () =>
    alone(atrium.services.pool, async (client) => {
      const schema = readSchema(atrium.services.resources)
      await createSchema(client, { ...schema, name: 'read_00000001' })
      await client.query(`insert into read_00000001.employee select * from ${schema.name}.employee`)
    })

  const everywhere = async () => ({
    database: foundIn(await dumpOf(atrium.services.pool), needles),
    files: foundIn(await filesBelow(atrium.dataDir), needles),
    logs: foundIn(logs, needles),
  })
  const nowhere = { database: [], files: [], logs: [] }
  const verified = async () => {
    const { problems } = await verify(atrium.services)
    expect(problems).toEqual([])
  }

  /** Staff go on with the open request of somebody who is erased: nothing more is said of them, and no mail is sent. */
  const worksOffWhatIsLeft = async () => {
    const [request] = (await admin.call('GET', '/api/request?type=stationery')).body.data
    expect(request).toMatchObject({ lines: [{ name: 'Pencil HB', quantity: 12, unit: 'pcs', remarks: '[erased]' }] })
    const [line] = request.lines
    const step = (verb: string, sent: object = {}) => admin.call('POST', `/api/request/${request.id}/${verb}`, sent)
    const mails = async () => (await atrium.services.pool.query("select id from mail.outbox where kind = 'step'")).rows
    const before = await mails()
    expect((await step('approve', { note: 'See you on Monday.' })).body.message).toMatch(/^This person was erased\./)
    expect((await step('approve')).status).toBe(200)
    expect((await step('fulfil_partly', { lines: [{ id: line.id, delivered: 5 }] })).status).toBe(200)
    const closed = await step('close')
    expect(closed.status, JSON.stringify(closed.body)).toBe(200)
    const { data } = (await admin.call('GET', `/api/request/${request.id}`)).body
    expect(data).toMatchObject({ stage: 'closed', lines: [{ delivered: 5, remarks: '[erased]' }] })
    expect(await mails()).toEqual(before)
  }

  it('goes into one archive, and is erased without leaving a byte', async () => {
    const id = await leaveTraces()
    await leaveOldModels()
    const path = `/api/employee/${id}/erasure`
    const toSend = "select 1 from mail.outbox where state in ('queued', 'sending') and not_before <= clock_timestamp()"
    await expect.poll(async () => (await atrium.services.pool.query(toSend)).rows).toEqual([])
    const before = await everywhere()
    // The reason lies sealed in the log, and nowhere else; the address that awaits its code is sealed too. The former name is in rows of the past.
    expect(before.database).toHaveLength(needles.length - 2)
    expect(before.files.join()).toContain(unconfirmed)
    expect(before.files.length).toBeGreaterThan(0)

    const archive = await archiveOf(id)
    expect([...archive.keys()]).toEqual(
      expect.arrayContaining([
        'record.json',
        'history.json',
        'points.json',
        'requests.json',
        'sign-ins.json',
        'mails.json',
        'settings.json',
        'trail.json',
      ]),
    )
    const whole = [...archive].flat().join('\n')
    expect(foundIn(whole, needles)).toHaveLength(needles.length)
    const picture = [...archive.keys()].find((part) => part.startsWith('files/'))
    expect(picture).toMatch(/portrait-of-qzx-77\.png$/)
    // Whoever may export somebody must not be able to sign in as them.
    expect(archive.get('mails.json')).toMatch(/Your sign-in code is …/)

    const { body: preview } = await admin.call('GET', path)
    expect(preview.data.name).toBe(who.fullname)
    const counted = Object.fromEntries(
      preview.data.counts.map((one: { says: { id: string }; count: number }) => [one.says.id, one.count]),
    )
    expect(counted).toMatchObject({ Records: 1, Files: 1, Points: 1, requests: 2, 'Sign-ins': 1 })
    expect(await admin.call('POST', path, { name: 'Somebody else' })).toMatchObject({ status: 422 })
    expect(await everywhere()).toEqual(before)

    const erased = await admin.call('POST', path, { name: who.fullname })
    expect(erased.body, logs).toMatchObject({ message: 'The person is erased.' })
    expect(await everywhere()).toEqual(nowhere)
    await verified()
    expect(await filesBelow(atrium.dataDir)).toContain(admin.email)
    const { rows } = await atrium.services.pool.query('select from command.sheet')
    expect(rows).toHaveLength(0)

    const read = await admin.call('GET', `/api/employee/${id}`)
    expect(read.body.data).toMatchObject({ fullname: '[erased]', email: '[erased]', thumbnail: null })
    expect(read.body.data.deletedAt).not.toBeNull()
    const { body: trail } = await admin.call('GET', `/api/utility/activity_log?resource=employee&record=${id}`)
    expect(trail.data[0]).toMatchObject({ actionType: 'Delete', recordName: '[erased]' })
    expect((await admin.call('GET', '/api/request?type=iso')).body.data[0].author).toMatchObject({ name: '[erased]' })
    const again = { email: who.email, password }
    expect((await admin.call('POST', '/api/auth/login_employee', again)).status).toBe(422)
    for (const [method, address, sent] of [
      ['POST', path, { name: '[erased]' }],
      ['POST', `/api/employee/${id}/activate`, undefined],
      ['POST', `/api/employee/${id}/invite`, undefined],
      ['PUT', `/api/employee/${id}`, { fullname: 'Back' }],
    ] as const) {
      const refused = await admin.call(method, address, sent)
      expect(refused.body.message, address).toMatch(/^This person was erased\./)
    }

    await worksOffWhatIsLeft()
    await rebuild({ ...atrium.services, logger: pino({ level: 'silent' }) })
    expect(await everywhere()).toEqual(nowhere)
    await verified()
    const exports = [await archiveOf(id), await download('/api/employee/bulk')]
    expect(exports[1]?.get('xl/sharedStrings.xml')).not.toContain('[erased]')
    expect(foundIn(exports.flatMap((parts) => [...parts].flat()).join('\n'), needles)).toEqual([])
    // What they were known by is free again.
    const another = await admin.call('POST', '/api/employee', { ...who, fullname: 'Somebody else' })
    expect(another.status, JSON.stringify(another.body)).toBe(200)
  }, 120_000)

  it('is not erased by themselves, or by whoever may do less', async () => {
    const [eraser, above] = [await atrium.asUser(['d-personal_data']), await atrium.asUser(['r-post'])]
    const refusalOf = async (by: Client, id: number) => {
      const answers = [
        await by.call('GET', `/api/user/${id}/erasure`),
        await by.call('POST', `/api/user/${id}/erasure`, { name: 'Some Body' }),
      ]
      return answers.map(({ status, body }) => `${status} ${body.message}`)
    }
    const twice = (text: string) => [text, text]
    expect(await refusalOf(admin, admin.id)).toEqual(
      twice('409 You cannot erase yourself. Somebody else has to do it.'),
    )
    const tooMuch = twice('403 You cannot erase somebody who may do more than you.')
    expect([await refusalOf(eraser, above.id), await refusalOf(eraser, admin.id)]).toEqual([tooMuch, tooMuch])
    expect(await refusalOf(admin, 999_999)).toEqual(twice('404 This user does not exist.'))
    expect((await above.call('GET', '/api/me')).status).toBe(200)
    // Whoever holds no more than they do is theirs to erase.
    const [equal, { id }] = [await atrium.asUser('all'), await atrium.asUser('all')]
    expect((await equal.call('POST', `/api/user/${id}/erasure`, { name: 'some body' })).status).toBe(200)
    const { data } = (await admin.call('GET', `/api/user/${id}`)).body
    expect([data.userName, data.firstName, data.lastName]).toEqual(['[erased]', '[erased]', '[erased]'])
    const { body: trail } = await admin.call('GET', `/api/utility/activity_log?resource=user&record=${id}`)
    expect(trail.data[0].recordName).toBe('[erased]')
    await verified()
  })

  it('has nothing more done about them by a job that waits, which goes on with the others', async () => {
    const people = ['Grentel Ovasquim', 'Tobble Quindross'].map((fullname, at) => ({
      employee_number: `${Date.now()}${at}`.slice(-9),
      fullname,
      display_name: fullname.slice(0, 4),
      email: `${fullname.slice(0, 4)}@waits.example`,
    }))
    const ids: number[] = []
    for (const person of people) ids.push((await atrium.run(employee, 'create', person)).id)
    const edit = (id: number) => ({ resource: 'employee', verb: 'edit', id, sent: { display_name: 'Vuxlimor' } })
    const planned = { commands: ids.map(edit), startsAt: new Date(Date.now() + 86_400_000).toISOString() }
    const { job } = (await admin.call('POST', '/api/job', planned)).body.data
    const erased = await admin.call('POST', `/api/employee/${ids[0]}/erasure`, { name: people[0]?.fullname })
    expect(erased.status, JSON.stringify(erased.body)).toBe(200)
    const { pool } = atrium.services
    const kept = await pool.query('select index from command.job_item where job = $1 and sent is not null', [job])
    expect(kept.rows).toEqual([{ index: 1 }])
    await pool.query('update command.job set starts_at = clock_timestamp() where id = $1', [job])
    await pool.query(`select pg_notify('job_started', '')`)
    const found = async () => (await admin.call('GET', `/api/job/${job}?items=all`)).body.data
    await expect.poll(async () => (await found()).finishedAt, { timeout: 20_000 }).not.toBeNull()
    expect((await found()).items).toMatchObject([
      { state: 'refused', message: expect.stringMatching(/^This person was erased\./) },
      { state: 'done' },
    ])
    const nameOf = async (id = 0) => (await admin.call('GET', `/api/employee/${id}`)).body.data.display_name
    expect([await nameOf(ids[0]), await nameOf(ids[1])]).toEqual(['[erased]', 'Vuxlimor'])
    await verified()
  })

  const begin: Readonly<Record<string, (id: number) => Promise<string>>> = {
    // As the dead one left it: nothing but the key, and that the erasure was begun.
    'the process dies after the key is gone': async (id) => {
      const { pool } = atrium.services
      const event = randomUUID()
      await personalKeys(pool, atrium.keyFor('personal keys')).destroy(`employee-${id}`, event, {
        type: 'user',
        id: admin.id,
      })
      return event
    },
    'the database was restored and only the log knows': async (id) => {
      const event = randomUUID()
      const by = { actor: { type: 'user' as const, id: admin.id }, correlationId: event, id: event }
      await atrium.services.audit({ type: 'PersonErased', data: { personType: 'employee', personId: id } }, by)
      return event
    },
  }
  it.each(Object.keys(begin))(
    'is erased to the end when %s',
    async (how) => {
      const [fullname, email] = ['Brombus Yttrel', 'brombus@yttrel.example']
      const person = { employee_number: String(Date.now()), fullname, display_name: 'B', email }
      const { id } = await atrium.run(employee, 'create', person)
      const { pool, log } = atrium.services
      const event = await begin[how]?.(id)
      await vi.waitUntil(async () => (await log.read(`audit-${event}`)).events.length === 1, { timeout: 20_000 })
      await expect.poll(async () => foundIn(await dumpOf(pool), [fullname, email]), { timeout: 20_000 }).toEqual([])
      await verified()
    },
    60_000,
  )
})
