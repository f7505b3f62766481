import { readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import sharp from 'sharp'
import { afterEach, expect, it, vi } from 'vitest'
import { pictureDecoder } from '../../../platform/files/decoder.ts'
import { asFile, decodersOf, pngPicture } from '../../support/pictures.ts'

let decoder: ReturnType<typeof pictureDecoder>
afterEach(() => decoder.close())

/** A picture whose every pixel is noise: as slow to encode as its size allows. */
const slow = asFile(
  await sharp({
    create: {
      width: 2_000,
      height: 1_500,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer(),
)
const quick = asFile(await pngPicture())
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'read',
    (error: unknown) => (error instanceof Error ? error.message : ''),
  )

const patient = { timeout: 20_000, interval: 20 }
const children = () => decodersOf(process.pid)

it('reads a picture in another process, which knows none of our secrets', async () => {
  process.env.CANARY = 'canary'
  decoder = pictureDecoder()
  expect(await decoder.decode(quick, { person: 'user-1' })).toMatchObject({ type: 'image/png', width: 64, height: 48 })
  const [child] = children()
  expect(readFileSync(`/proc/${child}/environ`, 'latin1')).not.toContain('canary')
  delete process.env.CANARY
})

it('leaves the processor to whoever answers', async () => {
  decoder = pictureDecoder()
  await decoder.decode(quick, { person: 'user-1' })
  const [child = 0] = children()
  expect(getPriority(Number(child))).toBeGreaterThan(getPriority())
})

it('refuses with the sentence and its values, so that it can be said in any language', async () => {
  decoder = pictureDecoder()
  const refused = decoder.decode(asFile(Buffer.alloc(10_000_001)), { person: 'user-1' })
  await expect(refused).rejects.toMatchObject({ id: 'A picture may have at most {max} MB.', values: { max: 10 } })
})

it.each([
  ['time', { elapsed: 0.02 }],
  ['processor time', { seconds: 0.02 }],
])('gives up what takes too much %s, ends its process, and reads the next', async (_name, limits) => {
  decoder = pictureDecoder(limits)
  const results = await Promise.all([slow, quick].map((path) => outcome(decoder.decode(path, { person: 'user-1' }))))
  expect(results[0]).toBe('The picture takes too long to read.')
  decoder.close()
  await vi.waitUntil(() => children().length === 0, patient)
  decoder = pictureDecoder()
  expect(await outcome(decoder.decode(slow, { person: 'user-1' }))).toBe('read')
})

it('lets nobody hold more than their share, serves the others in between, and refuses what is too much in all', async () => {
  decoder = pictureDecoder({ waiting: 4, waitingPerPerson: 3 })
  const order: string[] = []
  const ask = (person: string, name: string) => outcome(decoder.decode(slow, { person }).then(() => order.push(name)))
  const busy = 'Too many pictures are being read at the moment. Please try again.'
  const mine = ['mine 1', 'mine 2', 'mine 3', 'mine 4'].map((name) => ask('user-1', name))
  const theirs = ask('user-2', 'theirs')
  const late = ask('user-3', 'late')
  expect(await Promise.all(mine)).toEqual(['read', 'read', 'read', busy])
  expect(await Promise.all([theirs, late])).toEqual(['read', busy])
  expect(order).toEqual(['mine 1', 'theirs', 'mine 2', 'mine 3'])
})

it('forgets the pictures of those who have gone, also the one that it is reading', async () => {
  decoder = pictureDecoder()
  const gone = new AbortController()
  const ask = (signal?: AbortSignal) =>
    outcome(decoder.decode(slow, { person: 'user-1', ...(signal ? { signal } : {}) }))
  const all = [ask(gone.signal), ask(gone.signal), ask()]
  gone.abort()
  expect(await Promise.all(all)).toEqual(['The picture was given up.', 'The picture was given up.', 'read'])
  expect(await ask(gone.signal)).toBe('The picture was given up.')
})

it('goes on when its process was killed', async () => {
  decoder = pictureDecoder()
  expect(await outcome(decoder.decode(quick, { person: 'user-1' }))).toBe('read')
  const work = outcome(decoder.decode(slow, { person: 'user-1' }))
  for (const child of children()) process.kill(child, 'SIGKILL')
  expect(await work).toBe('the process that decodes pictures has ended')
  expect(await outcome(decoder.decode(quick, { person: 'user-1' }))).toBe('read')
})

it('keeps no process when there is nothing to read', async () => {
  decoder = pictureDecoder({ idleSeconds: 0.05 })
  await decoder.decode(quick, { person: 'user-1' })
  await vi.waitUntil(() => children().length === 0, patient)
})
