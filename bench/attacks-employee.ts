import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { flatPng } from '../tests/support/flat-png.ts'
import { again, sending } from './again.ts'
import type { Attack } from './attacks.ts'

const edit = (fill: (form: FormData) => Promise<void>): Attack =>
  again(
    () => '/api/me',
    async () => {
      const form = new FormData()
      await fill(form)
      return { method: 'PATCH', body: form }
    },
  )

const photo = (make: () => Promise<Buffer> | Buffer): Attack => {
  let made: Promise<Buffer> | undefined
  return edit(async (form) => {
    made ??= Promise.resolve(make())
    form.set('thumbnail', new Blob([new Uint8Array(await made)]), 'photo.png')
  })
}

/** Noise, which no format packs: nearly 10 MB. */
const noise = (side = 1_800) =>
  sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()

/** What an employee can do to everybody else. */
export const employeeAttacks: Readonly<Record<string, Attack>> = {
  'photos of 1 × 25,000,000': photo(() => flatPng(1, 25_000_000)),
  'photos of 12,000 × 2,083': photo(() => flatPng(12_000, 2_083)),
  'photos of 10 MB': photo(() => noise()),
  'edits of the profile': edit(async (form) => form.set('display_name', randomBytes(8).toString('hex'))),
  'messages to the ISO Center': again(
    () => '/api/utility/iso_submit',
    async () => sending({ subject: 'Loose rope', message: `On quay ${randomBytes(8).toString('hex')}` }),
  ),
  'searches for what is nowhere': again(
    () => `/api/search?q=${randomBytes(6).toString('hex')}`,
    async () => ({}),
  ),
  'styles of a post': again(
    ({ styles }) => styles,
    async () => ({}),
  ),
}
