import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openProof } from '../../../event-store/merkle/proof.ts'
import { isConsistent } from '../../../domain/checkpoint.ts'
import { nodeHash } from '../../../event-store/merkle/tree.ts'
import { createPost, openAtrium } from '../../projections/support.ts'

type Told = { body: string; authorization: string | undefined }

let atrium: Awaited<ReturnType<typeof openAtrium>>
const folder = mkdtempSync(join(tmpdir(), 'atrium-witnesses-'))
const told: Told[] = []
let answer: (sent: Told) => { status: number; body?: string; location?: string } = () => ({ status: 200 })
const server = createServer(async (request, response) => {
  const sent = { body: await text(request), authorization: request.headers.authorization }
  told.push(sent)
  const { status, body = '', location } = answer(sent)
  response.writeHead(status, location === undefined ? {} : { location }).end(body)
})
let post = 0

beforeAll(async () => {
  atrium = await openAtrium({ hasReadModels: false })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
}, 60_000)
afterAll(async () => {
  server.close()
  await atrium.close()
  rmSync(folder, { recursive: true })
})
beforeEach(async () => {
  told.length = 0
  answer = () => ({ status: 200 })
  await createPost(atrium.log, (post += 1))
})

// A server listens at an address of its own (its declaration knows sockets too).
const port = () => (server.address() as AddressInfo).port
const proofWith = (...urls: readonly string[]) =>
  openProof(
    { dataDir: join(folder, String(post)), witnessUrls: urls, checkpointKeys: [] },
    atrium.pool,
    atrium.log.store,
    Buffer.alloc(32, 1),
  )
const waitNoMore = () => atrium.pool.query('update log.witness set retry_at = null')
const stateOf = async (proof: Awaited<ReturnType<typeof proofWith>>, kind: string) =>
  (await proof.standing()).find((one) => one.kind === kind)

it('posts the newest checkpoint with the proof that it goes on from what the witness was told, and keeps the password to itself', async () => {
  const proof = await proofWith(`http://ada:secret@127.0.0.1:${port()}/one?key=hidden`)
  await proof.sign(true)
  await createPost(atrium.log, (post += 1))
  expect(await proof.sign(true)).toEqual([])
  const [newest, before] = await proof.checkpoints.list(2)
  expect(told.map(({ authorization }) => authorization)).toEqual([1, 2].map(() => `Basic ${btoa('ada:secret')}`))
  expect(told[0]?.body).toBe(`old 0\n\n${before?.text}`)
  const [head = '', ...lines] = told[1]?.body.split('\n\n', 1)[0]?.split('\n') ?? []
  expect([head, told[1]?.body.endsWith(`\n\n${newest?.text}`)]).toEqual([`old ${before?.size}`, true])
  const hashes = lines.map((line) => Buffer.from(line, 'base64'))
  expect(newest && before && (await isConsistent(nodeHash, before, newest, hashes))).toBe(true)
  expect(await stateOf(proof, 'http')).toMatchObject({
    place: `http://127.0.0.1:${port()}/one`,
    size: newest?.size,
    failure: null,
  })
})

it('asks once more from what a witness says it knows, and says so when that is more than there is', async () => {
  const proof = await proofWith(`http://127.0.0.1:${port()}/two`)
  answer = ({ body }) => (body.startsWith('old 0\n') ? { status: 409, body: '1\n' } : { status: 200 })
  expect(await proof.sign(true)).toEqual([])
  expect(told.map(({ body }) => body.split('\n')[0])).toEqual(['old 0', 'old 1'])
  answer = () => ({ status: 409, body: '999999' })
  await createPost(atrium.log, (post += 1))
  await proof.sign(true)
  expect((await stateOf(proof, 'http'))?.failure).toMatch(/^A witness knows 999999 events/)
})

it('signs although a witness fails, asks it again later, and forgets the failure once it went well', async () => {
  const proof = await proofWith(`http://127.0.0.1:${port()}/three`)
  answer = () => ({ status: 503 })
  expect(await proof.sign(true)).toHaveLength(1)
  const [newest] = await proof.checkpoints.list(1)
  expect((await proof.checkpoints.list(1))[0]?.position).toBe(await atrium.log.store.head())
  expect(await stateOf(proof, 'http')).toMatchObject({ failures: 1, size: 0, failure: 'The witness answered 503.' })
  expect(await proof.failing()).toBe(1)
  // It is not asked before its time.
  expect(await proof.sign(true)).toEqual([])
  expect(told).toHaveLength(1)
  await waitNoMore()
  await proof.sign(true)
  expect(await stateOf(proof, 'http')).toMatchObject({ failures: 2 })
  answer = () => ({ status: 200 })
  await waitNoMore()
  await proof.sign(true)
  expect(await stateOf(proof, 'http')).toMatchObject({ failures: 0, failure: null, size: newest?.size })
  expect(await proof.failing()).toBe(0)
})

it('follows no redirection', async () => {
  const proof = await proofWith(`http://127.0.0.1:${port()}/four`)
  answer = () => ({ status: 307, location: `http://127.0.0.1:${port()}/elsewhere` })
  expect(await proof.sign(true)).toHaveLength(1)
  expect(told).toHaveLength(1)
})

it('signs although a folder cannot be written, and says which', async () => {
  const blocked = join(folder, 'blocked')
  writeFileSync(blocked, 'no folder')
  const proof = await proofWith(`file://${blocked}`)
  expect(await proof.sign(true)).toMatchObject([{ place: blocked }])
  expect((await proof.checkpoints.list(1))[0]?.position).toBe(await atrium.log.store.head())
})

it('mails a checkpoint a day, and shows no address', async () => {
  const proof = await proofWith('mailto:auditor@example.org')
  const mails: string[] = []
  const mail = async ({ to, dedupeKey }: { to: string; dedupeKey: string }) =>
    void mails.push(`${to} ${dedupeKey.split(' ').at(-1)}`)
  // Whoever cannot mail leaves it to others.
  await proof.sign(true)
  await proof.sign(true, mail)
  const [first] = await proof.checkpoints.list(1)
  await createPost(atrium.log, (post += 1))
  await proof.sign(true, mail)
  expect(mails).toEqual([`auditor@example.org ${first?.size}`])
  await atrium.pool.query(`update log.witness set succeeded_at = succeeded_at - interval '1 day' where kind = 'mail'`)
  await proof.sign(true, mail)
  expect(mails).toHaveLength(2)
  expect((await stateOf(proof, 'mail'))?.place).toBe('a***@example.org')
})

it('signs by the key that is put into its file while it runs, and reads what was signed before and by others', async () => {
  const file = join(folder, `key-${post}`)
  const write = (byte: number) => writeFileSync(file, Buffer.alloc(32, byte).toString('hex'))
  write(7)
  const opened = (name: string) =>
    openProof(
      {
        dataDir: join(folder, `${post} ${name}`),
        witnessUrls: [],
        checkpointKeys: [Buffer.alloc(32, 7), Buffer.alloc(32, 1)],
        checkpointKeyFile: file,
      },
      atrium.pool,
      atrium.log.store,
      Buffer.alloc(32, 1),
    )
  const [signing, reading] = [await opened('signing'), await opened('reading')]
  await signing.sign(true)
  const old = signing.checkpoints.publicKeys[0]
  write(8)
  await createPost(atrium.log, (post += 1))
  await signing.sign(true)
  const [next] = signing.checkpoints.publicKeys
  expect(next).not.toEqual(old)
  for (const proof of [signing, reading]) {
    const [newest, before] = await proof.checkpoints.list(2)
    expect([newest?.publicKey, before?.publicKey]).toEqual([next, old])
  }
  writeFileSync(file, '')
  await createPost(atrium.log, (post += 1))
  await expect(signing.sign(true)).rejects.toThrow('CHECKPOINT_KEY_FILE must name a file that holds the keys.')
  expect(await reading.checkpoints.list(1)).toHaveLength(1)
  write(8)
  await signing.sign(true)
})
