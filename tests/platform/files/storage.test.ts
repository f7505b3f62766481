import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  createReadStream,
  existsSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { StorageFull } from '../../../platform/files/refused.ts'
import { FileMissing, type FileStorage, fileStorage } from '../../../platform/files/storage.ts'
import { FileChanged } from '../../../platform/files/whole.ts'
import { storageFolder } from '../../../platform/files/storage-place.ts'

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const hour = 3_600_000

let folder = ''
let storage: FileStorage

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'files-'))
  storage = fileStorage(folder)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const everyFile = () => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
const makeOld = (hash: string, age: number) => {
  const then = new Date(Date.now() - age)
  utimesSync(join(folder, hash.slice(0, 2), hash), then, then)
}
const canMount =
  process.getuid?.() === 0 &&
  (() => {
    const place = mkdtempSync(join(tmpdir(), 'mount-'))
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', place], { stdio: 'ignore' })
      execFileSync('umount', [place])
      return true
    } catch {
      return false
    } finally {
      rmSync(place, { recursive: true, force: true })
    }
  })()

describe('storing a file', () => {
  it('answers its hash and size, and gives the same bytes back', async () => {
    const bytes = Buffer.from('some bytes')
    expect(await storage.put(bytes)).toEqual({ hash: hashOf(bytes), size: 10 })
    expect(await buffer(await storage.open(hashOf(bytes)))).toEqual(bytes)
    expect(await storage.has(hashOf(bytes))).toBe(true)
    expect(await storage.sizeOf(hashOf(bytes))).toBe(10)
  })

  it('takes a stream too', async () => {
    const stream = async function* () {
      yield Buffer.from('a'.repeat(70_000))
      yield Buffer.from('b')
    }
    expect(await storage.put(stream(), 70_001)).toEqual({
      hash: hashOf(Buffer.from(`${'a'.repeat(70_000)}b`)),
      size: 70_001,
    })
  })

  it('writes the same bytes once, also when they come at the same time', async () => {
    await Promise.all(Array.from({ length: 8 }, () => storage.put(Buffer.from('same'))))
    expect(everyFile()).toHaveLength(1)
    const before = statSync(join(folder, hashOf(Buffer.from('same')).slice(0, 2), hashOf(Buffer.from('same')))).ino
    await storage.put(Buffer.from('same'))
    expect(statSync(join(folder, hashOf(Buffer.from('same')).slice(0, 2), hashOf(Buffer.from('same')))).ino).toBe(
      before,
    )
  })

  it('has its bytes on the disk before it has its name, and the name before it answers', async () => {
    const bytes = Buffer.from('must survive a power cut')
    const path = join(folder, hashOf(bytes).slice(0, 2), hashOf(bytes))
    const asked: { inode: number; size: number; isNamed: boolean }[] = []
    const handle = await open(folder, 'r')
    const methods = Object.getPrototypeOf(handle)
    await handle.close()
    const sync = vi.spyOn(methods, 'sync').mockImplementation(async function (this: { fd: number }) {
      const { ino, size } = fstatSync(this.fd)
      asked.push({ inode: ino, size, isNamed: existsSync(path) })
    })
    try {
      await storage.put(bytes)
    } finally {
      sync.mockRestore()
    }
    const [file, group] = [statSync(path).ino, statSync(join(path, '..')).ino]
    expect(asked[0]).toEqual({ inode: file, size: bytes.length, isNamed: false })
    expect(asked.slice(1).map(({ inode, isNamed }) => [inode, isNamed])).toEqual([
      [group, true],
      [statSync(folder).ino, true],
    ])
  })

  it('gives the file that was written its name, and never a copy of it, which a crash could cut short', async () => {
    const drafts: number[] = []
    const watched = async function* () {
      yield Buffer.from('half, ')
      const [draft = ''] = readdirSync(join(folder, 'temporary'))
      drafts.push(statSync(join(folder, 'temporary', draft)).ino)
      yield Buffer.from('and half')
    }
    const { hash } = await storage.put(watched(), 14)
    expect(drafts).toEqual([statSync(join(folder, hash.slice(0, 2), hash)).ino])
  })

  it('leaves nothing when the stream breaks', async () => {
    const broken = async function* () {
      yield Buffer.from('half')
      throw new Error('the client is gone')
    }
    await expect(storage.put(broken(), 4)).rejects.toThrow('the client is gone')
    expect(everyFile()).toEqual([])
  })

  it('is refused when less than 5 % of the disk is free, and leaves nothing', async () => {
    const full = fileStorage(folder, { freeShare: async () => 0.049 })
    await expect(full.put(Buffer.from('x'))).rejects.toMatchObject({ name: 'StorageFull', statusCode: 507 })
    expect(everyFile()).toEqual([])
  })

  it('counts what is being stored into what has to stay free', async () => {
    const tight = fileStorage(folder, { freeShare: async (_folder, bytes) => (60_000 - bytes) / 1_000_000 })
    await tight.put(Buffer.alloc(10_000))
    await expect(tight.put(Buffer.alloc(10_001))).rejects.toMatchObject({ name: 'StorageFull' })
    const stream = async function* () {
      yield Buffer.alloc(10_001)
    }
    await expect(tight.put(stream(), 10_001)).rejects.toMatchObject({ name: 'StorageFull' })
    expect(everyFile()).toHaveLength(1)
  })

  it('lets go of the file that was to be copied when there is no room', async () => {
    const full = fileStorage(folder, { freeShare: async () => 0.049 })
    const sent = join(folder, 'sent')
    writeFileSync(sent, 'x')
    const stream = createReadStream(sent)
    await once(stream, 'open')
    await expect(full.put(stream, 1)).rejects.toMatchObject({ name: 'StorageFull' })
    await expect.poll(() => stream.closed).toBe(true)
  })

  it.runIf(canMount)(
    `is refused when the disk fills up on the way${canMount ? '' : ' (skipped: a small disk can be mounted as root only)'}`,
    async () => {
      const disk = join(folder, 'disk')
      mkdirSync(disk)
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk])
      try {
        const small = fileStorage(disk)
        const { hash } = await small.put(Buffer.from('kept'))
        await expect(small.put(Buffer.alloc(2_000_000))).rejects.toThrow(StorageFull)
        expect(readdirSync(join(disk, 'temporary'))).toEqual([])
        expect((await buffer(await small.open(hash))).toString()).toBe('kept')
        await small.put(Buffer.from('works on'))
      } finally {
        execFileSync('umount', [disk])
      }
    },
  )
})

describe('opening a file', () => {
  it.each([['a'.repeat(64)], ['../../../etc/passwd'], ['..%2f'], ['\0'], ['A'.repeat(64)], ['x'.repeat(300)], ['']])(
    'that is not stored is refused: %j',
    async (hash) => {
      await expect(storage.open(hash)).rejects.toThrow(FileMissing)
    },
  )
})

describe('sweeping', () => {
  it('lists what was not stored for a while, and keeps what was stored again meanwhile', async () => {
    const { hash: old } = await storage.put(Buffer.from('old'))
    const { hash: again } = await storage.put(Buffer.from('again'))
    await storage.put(Buffer.from('new'))
    makeOld(old, 2 * hour)
    makeOld(again, 2 * hour)
    const listed: string[] = []
    for await (const hash of storage.listOlderThan(hour)) listed.push(hash)
    expect(listed.sort()).toEqual([old, again].sort())
    await storage.put(Buffer.from('again'))
    expect(await storage.removeOlderThan(again, hour)).toBe(false)
    expect(await storage.removeOlderThan(old, hour)).toBe(true)
    expect([await storage.has(old), await storage.has(again)]).toEqual([false, true])
  })

  it('removes what a killed process left half written, and nothing that is being written', async () => {
    await storage.put(Buffer.from('kept'))
    writeFileSync(join(folder, 'temporary', 'left'), 'half')
    writeFileSync(join(folder, 'temporary', 'new'), 'half')
    const then = new Date(Date.now() - 2 * hour)
    utimesSync(join(folder, 'temporary', 'left'), then, then)
    expect(await storage.sweepTemporary(hour)).toBe(1)
    expect(
      everyFile()
        .map((entry) => entry.name)
        .sort(),
    ).toEqual(['new', hashOf(Buffer.from('kept'))].sort())
  })

  it('of a folder that does not exist yet finds nothing', async () => {
    const absent = fileStorage(join(folder, 'absent'))
    expect(await absent.sweepTemporary(0)).toBe(0)
    for await (const hash of absent.listOlderThan(0)) expect(hash).toBe('none')
  })
})

describe('STORAGE_URL', () => {
  it('names a folder, by default one in DATA_DIR', () => {
    expect(storageFolder({ storageUrl: null, dataDir: '/data' })).toBe('/data/files')
    expect(storageFolder({ storageUrl: 'file:///srv/my%20files', dataDir: '/data' })).toBe('/srv/my files')
  })

  it.each([['file://host/folder'], ['file:///a%2fb']])('is refused when it is no folder: %s', (url) => {
    expect(() => storageFolder({ storageUrl: url, dataDir: '/data' })).toThrow(/^STORAGE_URL must be /)
  })
})

describe('bytes that are not those that were stored', () => {
  const pathOf = (hash: string) => join(folder, hash.slice(0, 2), hash)

  it.each([
    ['other bytes', 'some bytez'],
    ['fewer', 'some'],
    ['none', ''],
  ])('are not given out, whether they were right before or not: %s', async (_what, text) => {
    const { hash } = await storage.put(Buffer.from('some bytes'))
    expect(await buffer(await storage.open(hash))).toEqual(Buffer.from('some bytes'))
    writeFileSync(pathOf(hash), text)
    for (const one of [storage, storage, fileStorage(folder)]) {
      await expect(one.open(hash)).rejects.toThrow(FileChanged)
      expect(await one.check(hash)).toBe('changed')
    }
    writeFileSync(pathOf(hash), 'some bytes')
    expect(await buffer(await storage.open(hash))).toEqual(Buffer.from('some bytes'))
    expect(await storage.check(hash)).toBe('whole')
    rmSync(pathOf(hash))
    await expect(storage.open(hash)).rejects.toThrow(FileMissing)
    expect(await storage.check(hash)).toBe('missing')
  })

  it('are found by the check also where the file looks as before', async () => {
    const { hash } = await storage.put(Buffer.from('some bytes'))
    const then = new Date(Date.now() - hour)
    utimesSync(pathOf(hash), then, then)
    await buffer(await storage.open(hash))
    writeFileSync(pathOf(hash), 'some bytez')
    utimesSync(pathOf(hash), then, then)
    // Read once for each state in which it is found, so the same state is believed.
    expect(await buffer(await storage.open(hash))).toEqual(Buffer.from('some bytez'))
    expect(await storage.check(hash)).toBe('changed')
  })

  it('many who ask at once for a file get it whole', async () => {
    const bytes = Buffer.alloc(3_000_000, 'x')
    const { hash } = await storage.put(bytes)
    const answers = await Promise.all(Array.from({ length: 20 }, async () => buffer(await storage.open(hash))))
    expect(answers.every((one) => one.equals(bytes))).toBe(true)
  })
})
