import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashLock } from '../../../commands/files/store.ts'
import { category } from '../../../domain/resources/category.ts'
import { post } from '../../../domain/resources/post.ts'
import type { Client } from '../../support/client.ts'
import { formOf } from '../../support/form.ts'
import { untilLockIsWaitedFor } from '../../support/lock-waits.ts'
import { decoded, pngPicture } from '../../support/pictures.ts'
import { openTwoServers, type TwoServers } from '../../support/two-servers.ts'
import { filesOf, roomOfFiles } from '../probe.ts'

let servers: TwoServers
let atrium: TwoServers['atrium']
let onA: TwoServers['onA']
let onB: TwoServers['onB']
let onBoth: TwoServers['onBoth']
let categoryId: number

beforeAll(async () => {
  servers = await openTwoServers()
  ;({ atrium, onA, onB, onBoth } = servers)
  categoryId = (await atrium.run(category, 'create', { name: 'Ropes' })).id
}, 60_000)
afterAll(() => servers.close())

const query = (text: string, values: unknown[] = []) => atrium.services.pool.query(text, values)
const library = async (): Promise<{ id: number; link: string }[]> =>
  (await onB('GET', '/api/utility/getFiles')).body.data
const newPost = async (name: string) =>
  (await atrium.run(post, 'create', { name, excerpt: 'How to', category: categoryId })).id
const head = () => atrium.services.log.store.head()
const typesSince = async (position: bigint) =>
  (await atrium.services.log.store.readAll(position, 100)).map(({ type }) => type)
const traces = async () => ({
  listed: await library(),
  files: filesOf(atrium),
  announced: (await query('select field, file from command.picture order by file')).rows,
})

const linkOf = async (id: number): Promise<string> => (await onB('GET', `/api/post/${id}`)).body.data.thumbnail_url
const hashOf = async (bytes: Buffer) => (await decoded(bytes)).hash

/** Stops a form between the last check and the storing of its picture, until `meanwhile` is through. */
const overtaken = async <T>(bytes: Buffer, send: () => Promise<T>, meanwhile: () => Promise<unknown>): Promise<T> => {
  const holder = await atrium.services.pool.connect()
  try {
    await holder.query('begin')
    await holder.query(`select ${hashLock('$1')}`, [await hashOf(bytes)])
    const sent = send()
    await untilLockIsWaitedFor(atrium.services.pool)
    await meanwhile()
    await holder.query('commit')
    return await sent
  } finally {
    holder.release(true)
  }
}

/** Sends a picture for a post whose name somebody else changes on the way. */
const lose = (id: number, picture: Buffer, alsoMeanwhile: () => Promise<unknown> = async () => undefined) =>
  overtaken(
    picture,
    () =>
      onA.call('PUT', `/api/post/${id}`, formOf<'post'>({ name: 'Mine' }, { thumbnail: picture }), {
        'if-match': '"1"',
      }),
    async () => {
      await onB('PUT', `/api/post/${id}`, { name: 'Theirs' })
      await alsoMeanwhile()
    },
  )

it('leaves nothing of a picture whose form was overtaken on its way', async () => {
  const id = await newPost('Overtaken')
  const [picture, before, position] = [await pngPicture(31, 17), await traces(), await head()]
  const answer = await lose(id, picture)
  expect(answer).toMatchObject({ status: 412, body: { data: { version: 2, changed: { name: 'Theirs' } } } })
  expect(await traces()).toEqual(before)
  expect(await typesSince(position)).toEqual(['PostEdited', 'FileCreated', 'FileEdited', 'FileDeleted'])
  // The same picture may come again, and is there.
  const again = await onA.call('PUT', `/api/post/${id}`, formOf<'post'>({ name: 'Mine' }, { thumbnail: picture }), {
    'if-match': '"2"',
  })
  expect(again.status).toBe(200)
  expect((await onB('GET', await linkOf(id))).status).toBe(200)
})

it('leaves nothing of a picture whose record lost a race for a name', async () => {
  const me = await atrium.asUser('all')
  const [picture, before] = [await pngPicture(33, 17), await traces()]
  const { userName } = (await onA.call('GET', '/api/me')).body.data
  const rename = (client: Client, body: unknown) => client.call('PATCH', '/api/me', body)
  const answer = await overtaken(
    picture,
    () => rename(me, formOf<'user'>({ userName: 'contested' }, { pic: picture })),
    () => rename(onA, { userName: 'contested' }),
  )
  expect(answer).toMatchObject({ status: 409, body: { errors: [{ property: 'userName' }] } })
  expect(await traces()).toEqual(before)
  expect((await rename(onA, { userName })).status).toBe(200)
})

it('keeps the bytes that another record shows', async () => {
  const picture = await pngPicture(35, 17)
  const shown = await newPost('Shows it')
  expect((await onA.call('PUT', `/api/post/${shown}`, formOf<'post'>({}, { thumbnail: picture }))).status).toBe(200)
  // As a day later, when only the record itself still says so.
  await query('delete from command.picture')
  const [id, before] = [await newPost('Loses'), await traces()]
  expect((await lose(id, picture)).status).toBe(412)
  expect(await traces()).toEqual(before)
  expect((await onB('GET', await linkOf(shown))).status).toBe(200)
})

it('keeps the bytes that another upload is about to use', async () => {
  const picture = await pngPicture(36, 17)
  const [id, before] = [await newPost('Loses too'), filesOf(atrium)]
  // As another process has it that found the bytes in place and is about to record its picture.
  const announce = async () =>
    query(
      `insert into command.picture (command_id, field, file, hash) values (gen_random_uuid(), 'editor', 999999, $1)`,
      [await hashOf(picture)],
    )
  expect((await lose(id, picture, announce)).status).toBe(412)
  expect(filesOf(atrium)).toHaveLength(before.length + 1)
  await query('delete from command.picture where file = 999999')
})

it('lets one of many forms win, again and again, and keeps its picture only', { timeout: 60_000 }, async () => {
  const id = await newPost('Raced')
  const [one, before] = [await pngPicture(37, 17), await traces()]
  let version = 1
  for (let round = 0; round < 6; round += 1) {
    // Every second round all send the same bytes: the losers must not take them from the winner.
    const pictures = await Promise.all(
      [0, 1, 2, 3].map(async (at) => (round % 2 ? one : pngPicture(40 + round, 20 + at))),
    )
    const answers = await Promise.all(
      pictures.map((bytes, at) =>
        onBoth(at)('PUT', `/api/post/${id}`, formOf<'post'>({}, { thumbnail: bytes }), { 'if-match': `"${version}"` }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412, 412])
    version += 1
    const now = await traces()
    expect(now.listed).toHaveLength(before.listed.length + round + 1)
    const link = await linkOf(id)
    expect(now.listed[0]?.link).toBe(link)
    expect((await onB('GET', link)).status).toBe(200)
  }
  // Three rounds with pictures of their own, and one picture that won three times.
  expect(filesOf(atrium)).toHaveLength(before.files.length + 4)
})

/** Sends a picture for a post while the database goes away between the two. */
const cutOff = async (id: number, send: () => Promise<{ status: number }>) => {
  await query(`create function cut_off() returns trigger language plpgsql as
    $$ begin raise exception 'away' using errcode = '57P01'; end $$`)
  await query(`create trigger cut_off before insert on log.event for each row
    when (new.stream = 'post-${id}') execute function cut_off()`)
  expect((await send()).status).toBe(503)
  await query('drop function cut_off() cascade')
}

it('uses a stored picture again when its command is tried again', async () => {
  const id = await newPost('Cut off')
  const [picture, before] = [await pngPicture(39, 17), await traces()]
  const key = { 'idempotency-key': randomUUID() }
  const send = (at: number) =>
    onBoth(at)('PUT', `/api/post/${id}`, formOf<'post'>({ name: 'Kept' }, { thumbnail: picture }), key)
  await cutOff(id, () => send(0))
  expect(filesOf(atrium)).toHaveLength(before.files.length + 1)
  await query(`update command.answered set started_at = clock_timestamp() - interval '1 minute' where key = $1`, [
    key['idempotency-key'],
  ])
  expect((await send(1)).status).toBe(200)
  const after = await traces()
  expect(after.listed).toHaveLength(before.listed.length + 1)
  expect(after.files).toHaveLength(before.files.length + 1)
  expect((await onA.call('GET', `/api/post/${id}`)).body.data).toMatchObject({
    name: 'Kept',
    thumbnail: after.listed[0]?.id,
  })
})

it('sweeps what a command left that nobody finished within a day, and nothing else', async () => {
  const { sweep } = roomOfFiles(atrium)
  const [shown, id] = [await newPost('Shown'), await newPost('Never finished')]
  const picture = await pngPicture(41, 17)
  expect(
    (await onA.call('PUT', `/api/post/${shown}`, formOf<'post'>({}, { thumbnail: await pngPicture(43, 17) }))).status,
  ).toBe(200)
  const before = await traces()
  await cutOff(id, () => onA.call('PUT', `/api/post/${id}`, formOf<'post'>({}, { thumbnail: picture })))
  const left = await traces()
  await sweep()
  expect(await traces()).toEqual(left)
  expect(left.files).toHaveLength(before.files.length + 1)
  await query(`update command.picture set stored_at = stored_at - interval '25 hours'`)
  await sweep()
  expect(await traces()).toEqual({ ...before, announced: [] })
  expect((await onB('GET', await linkOf(shown))).status).toBe(200)
})
