import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { again, sending } from './again.ts'
import type { Attack, Target } from './attacks.ts'

const staff = ({ staff: token }: Target) => token

const edits = (posts: readonly number[]) =>
  sending({
    commands: posts.map((id) => ({
      resource: 'post',
      verb: 'edit',
      id,
      sent: { excerpt: `Changed ${randomBytes(8).toString('hex')}` },
    })),
  })

const jobs = (many: number): Attack =>
  again(
    () => '/api/job',
    async ({ posts }) => edits(posts.slice(0, many)),
    staff,
  )

/** Shades that no row shares with the next: 25 megapixels that take long to read and to write, in few bytes. */
const shaded = async () => {
  const side = 5_000
  const pixels = Buffer.alloc(side * side * 3)
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = (at ^ (at >> 9)) & 0xff
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .jpeg({ quality: 60 })
    .toBuffer()
}

let made: Promise<Buffer> | undefined

/** What a member of staff with an editor's role can do to everybody else. */
export const staffAttacks: Readonly<Record<string, Attack>> = {
  'jobs in a row': jobs(1),
  'jobs over 12 posts': jobs(12),
  '25-megapixel pictures': again(
    () => '/api/utility/uploadFiles',
    async () => {
      made ??= shaded()
      const form = new FormData()
      form.set('file', new Blob([new Uint8Array(await made)]), 'picture.jpg')
      return { method: 'POST', body: form }
    },
    staff,
  ),
}
