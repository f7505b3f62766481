import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pictureStore } from '../../commands/files/store.ts'
import type { Attachment } from '../../commands/command.ts'
import { ids } from '../../commands/ids.ts'
import { pictureWithdrawal } from '../../commands/files/withdrawal.ts'
import { category } from '../../domain/resources/category.ts'
import { resources } from '../../domain/catalog.ts'
import { post } from '../../domain/resources/post.ts'
import { fileStorage } from '../../platform/files/storage.ts'
import { openCommands } from '../support/commands.ts'
import { decoded, pngPicture } from '../support/pictures.ts'

const folder = mkdtempSync(join(tmpdir(), 'withdrawal-'))
const storage = fileStorage(folder)
let room: Awaited<ReturnType<typeof openCommands>>
let storePicture: ReturnType<typeof pictureStore>
let withdrawal: ReturnType<typeof pictureWithdrawal>
let postId: number
let attachment: Attachment

beforeAll(async () => {
  room = await openCommands({ files: { attach: () => attachment, letGo: async () => undefined } })
  storePicture = pictureStore({ pool: room.pool, storage, ids: ids(room.pool), dispatch: room.dispatch })
  withdrawal = pictureWithdrawal({
    pool: room.pool,
    log: room.log,
    resources,
    storage,
    now: () => new Date('2026-11-02T09:00:00Z'),
    waitFor: async () => true,
    isNamed: async () => false,
    isShownByOthers: async () => false,
    unshown: async () => [],
    unproposed: async () => [],
  })
  const { id } = await room.run({ resource: category, verb: 'create', sent: { name: 'Ropes' } })
  const sent = { name: 'Knots', excerpt: 'How to', category: id }
  postId = (await room.run({ resource: post, verb: 'create', sent })).id
})
afterAll(async () => {
  await room.close()
  rmSync(folder, { recursive: true, force: true })
})

const typesOf = async (stream: string) => (await room.log.read(stream)).events.map(({ type }) => type)

/** Edits the post with a picture; `afterStoring` happens before the post itself is written. */
const editWithPicture = async (
  commandId: string,
  width: number,
  afterStoring: () => Promise<unknown>,
  more: { ifVersion?: number } = {},
) => {
  const picture = await decoded(await pngPicture(width, 9))
  const origin = { source: 'field' as const, actor: { type: 'user' as const, id: 7 }, commandId, field: 'thumbnail' }
  const stored: number[] = []
  attachment = {
    read: async () => undefined,
    store: async (stream: string) => {
      const { id } = await storePicture({ filename: 'a.png', picture }, { ...origin, stream, correlationId: commandId })
      stored.push(id)
      await afterStoring()
      return { thumbnail: id }
    },
    withdraw: () => withdrawal.withdrawOf(commandId),
  }
  const files = { thumbnail: { path: picture.path, hash: picture.hash, size: picture.size, filename: 'a.png' } }
  const outcome = room.run({ resource: post, verb: 'edit', id: postId, sent: {}, commandId, files, ...more })
  return { outcome: await outcome.catch((error: unknown) => error), file: stored[0] }
}

it('refuses a record whose picture was taken back before it was written', async () => {
  const [commandId, before] = [randomUUID(), await typesOf(`post-${postId}`)]
  const { outcome, file } = await editWithPicture(commandId, 11, () => withdrawal.withdrawOf(commandId))
  expect(outcome).toMatchObject({ kind: 'rule', message: 'Something this record points at was deleted meanwhile.' })
  expect(await typesOf(`post-${postId}`)).toEqual(before)
  expect(await typesOf(`file-${file}`)).toEqual(['FileCreated', 'FileEdited', 'FileDeleted'])
})

it('takes back the picture of a command that is refused after it was stored', async () => {
  const faster = () => room.run({ resource: post, verb: 'edit', id: postId, sent: { name: 'Faster' } })
  const { version: ifVersion } = await room.run({ resource: post, verb: 'activate', id: postId })
  const { outcome, file } = await editWithPicture(randomUUID(), 10, faster, { ifVersion })
  expect(outcome).toMatchObject({ kind: 'stale' })
  expect(await typesOf(`file-${file}`)).toEqual(['FileCreated', 'FileEdited', 'FileDeleted'])
})

it('never takes back the picture of a command that has succeeded', async () => {
  const commandId = randomUUID()
  const { outcome, file } = await editWithPicture(commandId, 12, async () => undefined)
  expect(outcome).toMatchObject({ id: postId, state: { values: { thumbnail: file } } })
  await withdrawal.withdrawOf(commandId)
  await room.pool.query(`update command.picture set stored_at = stored_at - interval '25 hours'`)
  await withdrawal.sweep()
  expect(await typesOf(`file-${file}`)).toEqual(['FileCreated'])
  expect((await room.pool.query('select 1 from command.picture')).rowCount).toBe(0)
})

it('takes back one or keeps one, never half, when both happen at once', async () => {
  for (let round = 0; round < 12; round += 1) {
    const commandId = randomUUID()
    let taken: Promise<void> | undefined
    const { outcome, file } = await editWithPicture(commandId, 20 + round, async () => {
      taken = withdrawal.withdrawOf(commandId)
      if (round % 2) await new Promise((resolve) => setImmediate(resolve))
    })
    await taken
    const isKept = !(outcome instanceof Error)
    const types = await typesOf(`file-${file}`)
    expect(types).toEqual(isKept ? ['FileCreated'] : ['FileCreated', 'FileEdited', 'FileDeleted'])
  }
})
