import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { uploadRoom } from '../../../platform/files/uploads.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'room-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const nobody = new AbortController().signal
const files = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((one) => (one.isFile() ? [one.name] : []))

it('leaves nothing of a request that is over, also of what was still being written', async () => {
  const uploads = uploadRoom(folder).open(nobody)
  const endless = new PassThrough()
  endless.write('half')
  const half = uploads.write(endless).catch((error: unknown) => (error instanceof Error ? error.name : ''))
  const whole = await uploads.write(Readable.from([Buffer.from('whole')]))
  expect([whole.size, existsSync(whole.path)]).toEqual([5, true])
  await uploads.discard()
  expect([await half, files()]).toEqual(['AbortError', []])
  await expect(uploads.write(Readable.from(['late']))).rejects.toThrow()
  expect(files()).toEqual([])
})

it('stops writing once whoever sends has gone', async () => {
  const gone = new AbortController()
  const uploads = uploadRoom(folder).open(gone.signal)
  const written = uploads.write(new PassThrough())
  gone.abort()
  await expect(written).rejects.toThrow('aborted')
  await uploads.discard()
  expect(files()).toEqual([])
})

it('clears what processes have left that are no more, and nothing of those that live', async () => {
  const living = uploadRoom(folder)
  await living.open(nobody).write(Readable.from(['mine']))
  const dead = execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }).trim()
  const left = (name: string, age: number) => {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'theirs'), 'x')
    const then = new Date(Date.now() - age)
    utimesSync(join(folder, name), then, then)
  }
  left(`${hostname()} ${dead} 1 boot`, 0)
  left('another-machine 1 1 boot', 60_000)
  left('a-third-machine 1 1 boot', 2 * 3_600_000)
  await uploadRoom(folder).clear()
  expect(readdirSync(folder).filter((name) => !name.startsWith(`${hostname()} ${process.pid}`))).toEqual([
    'another-machine 1 1 boot',
  ])
  expect(files().toSorted()).toEqual(['0', 'theirs'])
})
