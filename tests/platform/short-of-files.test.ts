import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const platform = join(root, 'platform')
const urlOf = (...path: string[]) => JSON.stringify(pathToFileURL(join(platform, ...path)).href)

/** What a process says that may open 200 files. Its script has `fill` and `empty`: all of them are open, or none. An error that nobody catches is said as well. */
const said = async (script: string): Promise<string[]> => {
  const whole = `
    import { closeSync, openSync } from 'node:fs'
    const open = []
    const fill = () => { try { for (;;) open.push(openSync(process.execPath, 'r')) } catch {} }
    const empty = () => { while (open.length > 0) closeSync(open.pop()) }
    const say = (work) => work().then(() => console.log('done'), ({ code, message }) => console.log(code ?? message))
    process.on('uncaughtException', ({ message }) => console.log('nobody caught: ' + message))
    const alive = setInterval(() => {}, 1_000)
    ${script}
    clearInterval(alive)`
  const node = [process.execPath, '--import', 'tsx', '--input-type=module', '--eval', whole]
  const { stdout } = await promisify(execFile)('sh', ['-c', 'ulimit -n 200; exec "$@"', 'sh', ...node], {
    cwd: platform,
  })
  return stdout.trim().split('\n')
}

const library = `const { lazily } = await import(${urlOf('lazy', 'lazily.ts')}); const library = lazily(() => import('nodemailer'))`

it('a library that was asked for while no file could be opened is there once some can be', async () => {
  const script = `${library}
    fill(); await say(library); await say(library)
    empty(); await say(library); await say(library)`
  expect(await said(script)).toEqual(['EMFILE', 'EMFILE', 'done', 'done'])
})

it('INVALID unless Node loses what it could not read', async () => {
  const script = `
    const library = () => import('nodemailer')
    fill(); await say(library)
    empty(); await say(library)`
  expect(await said(script)).toEqual(['ERR_MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND'])
})

it('what is loaded needs no room again', async () => {
  expect(await said(`${library}\n await say(library); fill(); await say(library)`)).toEqual(['done', 'done'])
})

it.each([
  ['a long text', 'content/cleaner.ts', `contentCleaner()`, `cleanHtml('<p>Long</p>'.repeat(2_000))`],
  ['a spreadsheet', 'sheets/sheet-reader.ts', 'sheetReader()', `read('nowhere.xlsx')`],
  ['a picture', 'files/decoder.ts', 'pictureDecoder()', `decode('nowhere.png', { person: 'a' })`],
])(
  '%s waits for a thread or a process that cannot be started, and is taken in later',
  async (_what, file, made, asked) => {
    const script = `
    const opened = (await import(${urlOf(...file.split('/'))})).${made}
    const ask = () => opened.${asked}
    fill(); await say(ask); await say(ask)
    empty(); await say(ask)
    await opened.close()`
    const [first, second, later, ...others] = await said(script)
    expect([first, second]).toEqual(['EMFILE', 'EMFILE'])
    expect(later).not.toMatch(/EMFILE|nobody caught/)
    expect(others).toEqual([])
  },
)

it('a password is judged once its thread can be started', async () => {
  const script = `
    const { passwordStrength } = await import(${urlOf('passwords', 'password-strength.ts')})
    const ask = () => passwordStrength('correct horse battery', [])
    fill(); await say(ask)
    empty(); await say(ask)`
  expect(await said(script)).toEqual(['EMFILE', 'done'])
})

it('a thread that ends before its first task says why to whoever has the task, and ends nobody else', async () => {
  const script = `
    const { openThread } = await import(${urlOf('lazy', 'thread.ts')})
    const thread = openThread(new URL('file:///nowhere/worker.ts'), { name: 'answer', idleTimeout: 1_000 })
    await say(() => thread.run(1)); await say(() => thread.run(1))
    await thread.close()`
  expect(await said(script)).toEqual(['ERR_MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND'])
})

it('bytes of a file that cannot be opened are told of by whoever reads them, and by nobody before', async () => {
  const script = `
    const { bytesAt } = await import(${urlOf('files', 'storage.ts')})
    const read = async () => { for await (const _ of bytesAt(process.execPath)) break }
    fill(); const bytes = bytesAt(process.execPath); await new Promise((resolve) => setTimeout(resolve, 100))
    await say(read)
    empty(); await say(read)`
  expect(await said(script)).toEqual(['EMFILE', 'done'])
})

const sources = ['api', 'app', 'commands', 'event-store', 'platform', 'projections'].flatMap((room) =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ name: join(room, name), text: readFileSync(join(root, room, name), 'utf8') })),
)

/** Places of a server's sources where a pattern is found and what stands before it does not show that it is safe. */
const unsafe = (pattern: RegExp, isSafe: (before: string) => boolean, others: readonly string[]) => {
  const found = sources
    .filter(({ name }) => !others.includes(name))
    .flatMap(({ name, text }) =>
      [...text.matchAll(pattern)].map(({ index }) => ({ name, before: text.slice(0, index) })),
    )
  expect(found.length).toBeGreaterThan(5)
  return found.filter(({ before }) => !isSafe(before)).map(({ name }) => name)
}

it('a server loads later only what `lazily` loads', () => {
  // Both load at the start.
  const others = [join('app', 'open.ts'), join('app', 'operations', 'open.ts')]
  const isLazy = (before: string) => /\blazily\([^;]*$/.test(before)
  expect(unsafe(/(?<!typeof )\bimport\(/g, isLazy, others)).toEqual([])
})

it('a stream of a file is opened where it is read or written: an error of one that nobody hears yet ends the process', () => {
  // A command that ends with such an error.
  const others = [join('app', 'backup', 'read.ts')]
  const isRead = (before: string) => /(?:for await \([^\n]*|yield\* |pipeline\([^;\n]*)$/.test(before)
  expect(unsafe(/(?<!\.)\bcreate(?:Read|Write)Stream\(/g, isRead, others)).toEqual([])
})
