import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const platform = join(import.meta.dirname, '..', '..', 'platform')
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
