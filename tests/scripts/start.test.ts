import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/embedded.ts'

const root = join(import.meta.dirname, '..', '..')

/** Stands for the bundler: it writes results that say what they were made of, or fails on the word `broken`. */
const bundler = `
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
export async function build({ configFile }) {
  const name = configFile.split('.')[1]
  const source = readFileSync('app/main.ts', 'utf8')
  if (source.includes('broken')) throw new Error('the source is broken')
  console.log('built ' + name)
  mkdirSync('dist/' + name, { recursive: true })
  if (name !== 'server') return writeFileSync('dist/' + name + '/index.html', '')
  writeFileSync('dist/server/main.js', source)
  writeFileSync('dist/server/atrium.js', 'console.log("command", ...process.argv.slice(2))')
}`

describe('start', () => {
  let folder: ReturnType<typeof temporaryFolder>
  beforeEach(() => {
    folder = temporaryFolder()
    cpSync(join(root, 'scripts'), join(folder.path, 'scripts'), { recursive: true })
    put('package.json', '{"type":"module"}')
    put(
      'package-lock.json',
      '{"packages":{"":{},"node_modules/a":{"version":"1.0.0"},"node_modules/b":{"optional":true}}}',
    )
    put('node_modules/.package-lock.json', '{"packages":{"node_modules/a":{"version":"1.0.0"}}}')
    put('node_modules/vite/package.json', '{"name":"vite","type":"module","exports":"./vite.js"}')
    put('node_modules/vite/vite.js', bundler)
    put('app/main.ts', 'console.log("served")')
    put('portal-ui/main.tsx', '')
  })
  afterEach(() => folder.remove())

  function put(path: string, text: string): void {
    mkdirSync(dirname(join(folder.path, path)), { recursive: true })
    writeFileSync(join(folder.path, path), text)
  }

  function launch(script: string, args: readonly string[] = [], env: Record<string, string> = {}) {
    // Another working folder: the scripts must find the project by themselves.
    const child = spawn(process.execPath, [join(folder.path, 'scripts', script), ...args], {
      cwd: '/',
      env: { ...process.env, ...env },
    })
    let text = ''
    const keep = (chunk: Buffer) => {
      text += chunk.toString()
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    const ended = once(child, 'close').then(([code]: unknown[]) => code)
    return { child, ended, lines: () => text.trim().split('\n') }
  }

  async function start(): Promise<{ code: unknown; lines: string[] }> {
    const { ended, lines } = launch('start.mjs')
    return { code: await ended, lines: lines() }
  }

  it('builds what was never built and serves', async () => {
    const { code, lines } = await start()
    expect(lines).toEqual(['Building server, admin, portal …', 'built server', 'built admin', 'built portal', 'served'])
    expect(code).toBe(0)
  })

  it('serves at once when nothing has changed', async () => {
    await start()
    expect((await start()).lines).toEqual(['served'])
  })

  it('builds only what a change touches', async () => {
    await start()
    put('portal-ui/main.tsx', 'changed')
    expect((await start()).lines).toEqual(['Building portal …', 'built portal', 'served'])
    put('app/main.ts', 'console.log("served anew")')
    expect((await start()).lines).toEqual(['Building server …', 'built server', 'served anew'])
  })

  it('ends with the code of a failed build, which is tried again next time', async () => {
    await start()
    put('app/main.ts', 'broken')
    expect((await start()).code).toBe(1)
    put('app/main.ts', 'console.log("mended")')
    expect((await start()).lines.at(-1)).toBe('mended')
  })

  it('keeps the exit code of the program', async () => {
    put('app/main.ts', 'process.exit(78)')
    expect((await start()).code).toBe(78)
  })

  it('lets signals reach the program', async () => {
    put('app/main.ts', 'setInterval(() => {}, 1000); process.once("SIGTERM", () => process.exit(3)); console.log("up")')
    const { child, ended, lines } = launch('start.mjs')
    await expect.poll(() => lines().at(-1), { timeout: 30_000 }).toBe('up')
    child.kill('SIGTERM')
    expect(await ended).toBe(3)
  })

  it('hands words to the command line', async () => {
    await start()
    const { ended, lines } = launch('atrium.mjs', ['verify', '--deep'])
    await ended
    expect(lines()).toEqual(['command verify --deep'])
  })

  it('installs when a package differs from the lockfile', async () => {
    put('bin/npm', '#!/bin/sh\necho "npm $*"\nexit 9\n')
    chmodSync(join(folder.path, 'bin', 'npm'), 0o755)
    put('node_modules/.package-lock.json', '{"packages":{"node_modules/a":{"version":"0.9.0"}}}')
    const { ended, lines } = launch('start.mjs', [], { PATH: `${join(folder.path, 'bin')}:${process.env.PATH}` })
    expect(await ended).toBe(9)
    expect(lines()).toEqual([
      'Installing the packages of package-lock.json …',
      'npm ci --ignore-scripts --no-audit --no-fund',
    ])
  })
})
