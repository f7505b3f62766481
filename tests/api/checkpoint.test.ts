import { afterAll, beforeAll, expect, it } from 'vitest'
import { isConsistent } from '../../domain/checkpoint.ts'
import { category } from '../../domain/resources/category.ts'
import { openNote } from '../../event-store/merkle/note.ts'
import { leafHash, nodeHash, rootOfInclusion } from '../../event-store/merkle/tree.ts'
import { openTestAtrium, type TestAtrium } from '../support/atrium.ts'
import type { Client } from '../support/client.ts'

// Everything that is checked here is checked with the public key alone, as anybody would.
let atrium: TestAtrium
let auditor: Client & { id: number }
const categories = 300

beforeAll(async () => {
  atrium = await openTestAtrium()
  auditor = await atrium.asUser(['r-audit'])
  await atrium.services.proof.sign(true)
  await Promise.all(
    Array.from({ length: categories }, (_, one) => atrium.run(category, 'create', { name: `C ${one}` })),
  )
  await atrium.services.proof.sign(true)
}, 60_000)
afterAll(() => atrium.close())

const asOwner = (statement: string) =>
  atrium.database.pool.query(
    `set session_replication_role = replica; ${statement}; set session_replication_role = origin`,
  )
const hashesOf = (texts: readonly string[]) => texts.map((text) => Buffer.from(text, 'base64'))
const publicKeys = async () => {
  const { keys } = (await auditor.call('GET', '/api/checkpoint/keys')).body.data
  return keys.map(({ verifier }: { verifier: string }) =>
    Buffer.from(verifier.split('+').slice(2).join('+'), 'base64').subarray(1),
  )
}
const opened = async (note: string) => {
  const checkpoint = openNote(note, await publicKeys())
  if (!checkpoint) throw new Error('The note is not signed by a key of the log.')
  return checkpoint
}
const sizes = async () =>
  (await auditor.call('GET', '/api/checkpoint')).body.data.map(({ size }: { size: number }) => size)

it('lists checkpoints, the newest first and in pages, and the keys that signed them', async () => {
  const { data, meta } = (await auditor.call('GET', '/api/checkpoint?per_page=1')).body
  expect(meta).toEqual({ total_page: 3, total_item: 3 })
  const older = (await auditor.call('GET', '/api/checkpoint?per_page=1&page=2')).body.data[0]
  expect(data[0]?.size).toBe((older?.size ?? 0) + categories)
  const { keys } = (await auditor.call('GET', '/api/checkpoint/keys')).body.data
  expect(keys).toMatchObject([{ id: data[0]?.key, isInUse: true, last: data[0] && { size: data[0].size } }])
})

it('hands out the newest as a note that the public key opens', async () => {
  const { data } = (await auditor.call('GET', '/api/checkpoint/latest')).body
  const text = await auditor.call('GET', '/api/checkpoint/latest/note')
  expect(text.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(text.body).toEqual({ text: data.note })
  expect((await opened(data.note)).size).toBe(data.size)
})

it('proves that an event is in the log, for one of every tile', async () => {
  for (const event of (await atrium.services.log.store.readAll(0n, 1_000)).filter((_, at) => at % 50 === 0)) {
    const { data } = (await auditor.call('GET', `/api/checkpoint/inclusion?position=${event.position}`)).body
    const { size, root } = await opened(data.checkpoint.note)
    expect(data.leaf.split('\n').slice(0, 4)).toEqual([data.position, event.stream, String(event.revision), event.id])
    expect(rootOfInclusion(leafHash(data.leaf), data.index, size, hashesOf(data.proof))).toEqual(root)
  }
})

it('proves that the log of an older checkpoint goes on in a newer one', async () => {
  const [newest = 0, older = 0] = await sizes()
  const [, before] = await atrium.services.proof.checkpoints.list(2)
  const { data } = (await auditor.call('GET', `/api/checkpoint/consistency?from=${older}`)).body
  const { root } = await opened(data.checkpoint.note)
  const start = { size: older, root: before?.root ?? Buffer.alloc(32) }
  expect(await isConsistent(nodeHash, start, { size: newest, root }, hashesOf(data.proof))).toBe(true)
  expect(
    await isConsistent(nodeHash, { ...start, root: Buffer.alloc(32) }, { size: newest, root }, hashesOf(data.proof)),
  ).toBe(false)
})

it('says what cannot be proved, and why', async () => {
  const [newest = 0] = await sizes()
  const asked = (path: string) => auditor.call('GET', `/api/checkpoint/${path}`)
  expect(await asked('inclusion?position=999999')).toMatchObject({
    status: 404,
    body: { message: 'No checkpoint covers an event at position 999999.' },
  })
  for (const wrong of ['0', '-1', 'x', '9'.repeat(19), '9'.repeat(30), ''])
    expect((await asked(`inclusion?position=${wrong}`)).status, wrong).toBe(400)
  for (const wrong of ['-1', 'x', '9'.repeat(30), '1.5'])
    expect((await asked(`consistency?from=${wrong}`)).status, wrong).toBe(400)
  expect(await asked(`consistency?from=${newest + 1}`)).toMatchObject({ status: 409 })
  expect(await asked(`consistency?from=5&to=4`)).toMatchObject({ status: 409 })
  expect((await asked(`consistency?from=0`)).body.data.proof).toEqual([])
})

it('answers a sentence where log, tree or checkpoints were tampered with, and shows which checkpoint', async () => {
  const [event] = await atrium.services.log.store.readAll(0n, 1)
  const path = `/api/checkpoint/inclusion?position=${event?.position}`
  await asOwner(
    `update log.event set recorded_at = recorded_at - interval '1 hour' where position = ${event?.position}`,
  )
  expect(await auditor.call('GET', path)).toMatchObject({
    status: 409,
    body: { message: `The event at position ${event?.position} is not the one that was signed.` },
  })
  await asOwner('delete from log.tile where level = 0 and index = 0')
  expect(await auditor.call('GET', path)).toMatchObject({
    status: 409,
    body: { message: 'Log, tree and checkpoints contradict each other. Run the verification.' },
  })
  await asOwner(`update log.checkpoint set note = replace(note, E'\\nposition ', E'\\nposition 1')`)
  expect((await auditor.call('GET', '/api/checkpoint/latest')).status).toBe(409)
  expect((await auditor.call('GET', '/api/checkpoint')).body.data[0]).toMatchObject({ key: null, root: null })
})

it('says of a log that nobody signed yet that it has no newest checkpoint, which is no error', async () => {
  await asOwner('delete from log.checkpoint')
  expect(await auditor.call('GET', '/api/checkpoint/latest')).toMatchObject({ status: 200, body: { data: null } })
  expect((await auditor.call('GET', '/api/checkpoint/latest/note')).status).toBe(404)
})
