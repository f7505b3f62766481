import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { openTestAtrium } from '../support/atrium.ts'
import { freePort } from '../support/free-port.ts'

const dockerfile = readFileSync(join(import.meta.dirname, '..', '..', 'Dockerfile'), 'utf8')
const [, written = ''] = /^HEALTHCHECK [^]*?\n {2}CMD (\[.+\])$/m.exec(dockerfile) ?? []
const [program, ...command] = z.array(z.string()).parse(JSON.parse(written))

/** Runs the image's own check with the variables of a container; its exit code, and what it says. */
const checked = (environment: NodeJS.ProcessEnv): Promise<readonly [code: number, said: string]> =>
  new Promise((resolve) => {
    const child = execFile(process.execPath, command, { env: environment }, (_error, _out, said) =>
      resolve([child.exitCode ?? -1, said.trim()]),
    )
  })

it.each(['projector', 'mailer'])(
  'the image knows whether a %s is well, is told to stop, or is gone',
  {
    timeout: 60_000,
  },
  async (role) => {
    expect(program).toBe('node')
    const environment = { ROLE: role, HEALTH_PORT: String(await freePort()) }
    const atrium = await openTestAtrium({ environment })
    try {
      await expect.poll(() => checked(environment), { timeout: 20_000, interval: 500 }).toEqual([0, ''])
      atrium.drain()
      expect(await checked(environment)).toEqual([1, '{"status":"stopping"}'])
    } finally {
      await atrium.close()
    }
    expect(await checked(environment)).toEqual([1, 'Nothing answers at HEALTH_PORT.'])
  },
)

it('the image asks where everybody does whether a process that serves people is well', {
  timeout: 60_000,
}, async () => {
  const atrium = await openTestAtrium()
  const { port } = new URL(atrium.url)
  const containers = [{ ROLE: 'all' }, { ROLE: 'api' }, {}].map((role) => ({ ...role, PORT: port, HEALTH_PORT: '1' }))
  const all = () => Promise.all(containers.map(checked))
  try {
    await expect.poll(all, { timeout: 20_000, interval: 500 }).toEqual(containers.map(() => [0, '']))
  } finally {
    await atrium.close()
  }
  expect(await all()).toEqual(containers.map(() => [1, 'Nothing answers at PORT.']))
})

it.each(['', '0'])('the image is not well where a projector has HEALTH_PORT=%s, and says so', async (port) => {
  const [code, said] = await checked({ ROLE: 'projector', HEALTH_PORT: port })
  expect([code, said]).toEqual([1, 'HEALTH_PORT must name a port, or nobody can tell how this role is.'])
})

it('the image gives each role its port', () => {
  expect(dockerfile).toMatch(/^ENV .*\bPORT=3000 HEALTH_PORT=9465 /m)
})
