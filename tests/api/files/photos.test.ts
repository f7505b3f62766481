import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ids } from '../../../commands/ids.ts'
import { eventTypesOf } from '../../../domain/event-types.ts'
import { category } from '../../../domain/resources/category.ts'
import { file as fileResource } from '../../../domain/resources/file.ts'
import { post } from '../../../domain/resources/post.ts'
import { openLog } from '../../../event-store/log.ts'
import { personalKeys } from '../../../platform/personal-keys.ts'
import type { Client } from '../../support/client.ts'
import { storedBy } from '../../../projections/files.ts'
import { pngPicture } from '../../support/pictures.ts'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import { appendRaw } from '../../support/log/raw-event.ts'
import { filesOf, roomOfFiles } from '../probe.ts'
import { formOf } from '../../support/form.ts'

let atrium: TestAtrium
let staff: Client & { id: number }
beforeAll(async () => {
  atrium = await openTestAtrium()
  staff = await atrium.asUser('all')
}, 60_000)
afterAll(() => atrium.close())

type Person = { client: Client; id: number; field: 'pic' | 'thumbnail'; type: 'user' | 'employee' }

const everybody: readonly (readonly [string, () => Promise<Person>])[] = [
  [
    'a user',
    async () => {
      const client = await atrium.asUser(['r-post'])
      return { client, id: client.id, field: 'pic', type: 'user' }
    },
  ],
  [
    'an employee',
    async () => {
      const client = await atrium.asEmployee()
      return { client, id: client.id, field: 'thumbnail', type: 'employee' }
    },
  ],
]

let width = 50
const send = async ({ client, field }: Person, name = 'ada-lovelace-at-home.png') => {
  width += 1
  const form = new FormData()
  form.set(field, new Blob([new Uint8Array(await pngPicture(width, 21))]), name)
  return client.call('PATCH', '/api/me', form)
}
const photoOf = async ({ client }: Person): Promise<string | null> =>
  (await client.call('GET', '/api/me')).body.data.pic
const fileOf = async ({ id, type, field }: Person): Promise<number> => {
  const { rows } = await atrium.services.pool.query(`select "${field}" as file from "${type}" where id = $1`, [id])
  return rows[0]?.file
}
const statusOf = async (file: number): Promise<string> =>
  (await atrium.services.pool.query('select status from file where id = $1', [file])).rows[0]?.status
const recorded = async (file: number) =>
  JSON.stringify(
    (await atrium.services.log.store.read(`file-${file}`)).map(({ data, personal }) => [data, personal?.subject]),
  )

/** A picture as it was stored before files named their owner, of a size that counts. */
const storeOld = async ({ id, type }: Person): Promise<number> => {
  const file = await ids(atrium.services.pool).next(fileResource)
  const key = randomBytes(16).toString('hex')
  const rest = { attribute: '', altText: '', width: 1, height: 1, type: 'image', extension: 'png', source: 'field' }
  const data = { ...rest, name: 'portrait.png', key, hash: key + key, size: 1_000 }
  const position = await appendRaw(atrium.services.log, `file-${file}`, 'FileCreated', data, { type, id })
  await atrium.services.projector.waitFor(position, 15_000)
  return file
}

/** What shows a picture although the rules of today would not let it. */
const show = async (stream: string, type: string, data: Record<string, number>) => {
  const { log, projector } = atrium.services
  const commandId = randomUUID()
  const origin = {
    commandId,
    correlationId: commandId,
    now: new Date().toISOString(),
    actor: { type: 'system', id: 'test' },
  } as const
  const { position } = await log.append((await log.read(stream)).head, [{ type, data }], origin)
  await projector.waitFor(position, 15_000)
}

const erase = ({ type, id }: Person) =>
  atrium.services.pool.query('update keys.subject set wrapped = null, destroyed_at = now() where subject = $1', [
    `${type}-${id}`,
  ])

/** The log as a process has it that remembers no keys. */
const freshLog = () => {
  const { pool, log, resources } = atrium.services
  const keys = personalKeys(pool, atrium.keyFor('personal keys'))
  return openLog({ store: log.store, keys, types: eventTypesOf(resources) })
}
describe.each(everybody)('the photo of %s', (_who, person) => {
  it('is sealed under their key: the log does not say what its file was called', async () => {
    const somebody = await person()
    expect((await send(somebody)).status).toBe(200)
    const said = await recorded(await fileOf(somebody))
    expect(said).not.toContain('lovelace')
    expect(said).toContain(`"${somebody.type}-${somebody.id}"`)
    expect(await photoOf(somebody)).toContain('ada-lovelace-at-home.png')
  })

  it('is sent itself: no file of the house becomes it by its number, in whatever form', async () => {
    const somebody = await person()
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(await pngPicture(44, 21))]), 'plan.png')
    const { id } = (await staff.call('POST', '/api/utility/uploadFiles', form)).body.data
    const asForm = new FormData()
    asForm.set(somebody.field, String(id))
    const bodies = [{ [somebody.field]: id }, { [somebody.field]: String(id) }, asForm]
    for (const body of bodies) {
      const { status, body: said } = await somebody.client.call('PATCH', '/api/me', body)
      expect([status, said.errors[0].property]).toEqual([422, somebody.field])
      if (somebody.type === 'employee')
        expect((await somebody.client.call('PUT', `/api/employee/${somebody.id}`, body)).status).toBe(422)
    }
    expect(await photoOf(somebody)).toBeNull()
  })

  it('is not in the library, and no other record can show it', async () => {
    const somebody = await person()
    await send(somebody)
    const file = await fileOf(somebody)
    expect(JSON.stringify((await staff.call('GET', '/api/utility/getFiles')).body)).not.toContain('lovelace')
    const found = (await staff.call('GET', '/api/search?q=lovelace')).body.data
    expect(found.filter(({ resource }: { resource: string }) => resource === 'file')).toEqual([])
    const { id } = await atrium.run(category, 'create', { name: `Of ${somebody.id}` })
    const sent = { name: 'Borrows', excerpt: 'It', category: id, thumbnail: file }
    expect(await staff.call('POST', '/api/post', sent)).toMatchObject({
      status: 422,
      body: { errors: [{ property: 'thumbnail' }] },
    })
    // Nor does an old version tell its address.
    const old = await staff.call('PUT', `/api/file/${file}`, { name: 'Mine' }, { 'if-match': '"0"' })
    expect(old).toMatchObject({ status: 404, body: { name: 'Not found' } })
  })

  it('goes when another takes its place, and when it is removed: record, link and bytes', async () => {
    const somebody = await person()
    const before = filesOf(atrium)
    await send(somebody)
    const [first, link] = [await fileOf(somebody), await photoOf(somebody)]
    await send(somebody)
    expect(filesOf(atrium)).toHaveLength(before.length + 1)
    expect([await statusOf(first), (await somebody.client.call('GET', link ?? '')).status]).toEqual(['deleted', 404])
    const second = await fileOf(somebody)
    expect((await somebody.client.call('PATCH', '/api/me', { [somebody.field]: null })).status).toBe(200)
    expect([await photoOf(somebody), await statusOf(second)]).toEqual([null, 'deleted'])
    expect(filesOf(atrium)).toEqual(before)
  })

  it('goes with the key of its person: its name reads as erased, and a sweep takes the bytes', async () => {
    const somebody = await person()
    const before = filesOf(atrium)
    await send(somebody)
    const file = await fileOf(somebody)
    const nobody = await person()
    await send(nobody)
    await erase(somebody)
    const log = freshLog()
    const [created] = (await log.read(`file-${file}`)).events
    expect(created?.data).toMatchObject({ name: '[erased]', attribute: '[erased]', altText: '[erased]' })
    await roomOfFiles(atrium, log).sweep()
    expect(await statusOf(file)).toBe('deleted')
    expect(filesOf(atrium)).toHaveLength(before.length + 1)
    expect((await nobody.client.call('GET', (await photoOf(nobody)) ?? '')).status).toBe(200)
  })

  it('counts as theirs when it was stored before owners were recorded, unless a record of others shows it', async () => {
    const [changes, goes] = [await person(), await person()]
    const [replaced, left, shared] = [await storeOld(changes), await storeOld(goes), await storeOld(goes)]
    const edited = changes.type === 'user' ? 'UserEdited' : 'EmployeeEdited'
    await show(`${changes.type}-${changes.id}`, edited, { [changes.field]: replaced })
    await show(`${goes.type}-${goes.id}`, edited, { [goes.field]: left })
    const { id: categoryId } = await atrium.run(category, 'create', { name: `Shares ${goes.id}` })
    const { id: postId } = await atrium.run(post, 'create', { name: 'Shares', excerpt: 'It', category: categoryId })
    await show(`post-${postId}`, 'PostEdited', { thumbnail: shared })
    expect(await storedBy(atrium.services.pool, changes)).toBe(1_000)
    await send(changes)
    expect(await storedBy(atrium.services.pool, changes)).toBeLessThan(1_000)
    await erase(goes)
    await roomOfFiles(atrium, freshLog()).sweep()
    expect(await Promise.all([replaced, left, shared].map(statusOf))).toEqual(['deleted', 'deleted', 'active'])
  })
})

it('a picture of the house stays in the library when a post shows it no longer', async () => {
  const { id } = await atrium.run(category, 'create', { name: 'Ropes' })
  const thumbnail = { bytes: await pngPicture(20, 20), name: 'knot.png' }
  const form = formOf<'post'>({ name: 'Knots', excerpt: 'How to', category: id }, { thumbnail })
  const { body } = await staff.call('POST', '/api/post', form)
  const shown: number = (await staff.call('GET', `/api/post/${body.data.id}`)).body.data.thumbnail
  expect((await staff.call('PUT', `/api/post/${body.data.id}`, { thumbnail: null })).status).toBe(200)
  const { data } = (await staff.call('GET', '/api/utility/getFiles')).body
  expect(data.map((file: { id: number }) => file.id)).toContain(shown)
  // It may be chosen again.
  expect((await atrium.run(post, 'edit', { thumbnail: shown }, body.data.id)).position).not.toBeNull()
})
