import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { memoryVariables, nodeOptions } from '../support/node-options.ts'

// docker.long.test.ts carries the Dockerfile's commands out.
const root = join(import.meta.dirname, '..', '..')
const stages = readFileSync(join(root, 'Dockerfile'), 'utf8')
  .split(/^FROM /m)
  .slice(1)
const program = 'dist/server/main.js'
const packages = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** What the files of a folder import, and from where; as written. */
const importsIn = (folder: string, ending: RegExp): { file: string; specifier: string }[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .flatMap((name) => {
      const file = join(folder, name)
      const found = readFileSync(join(root, file), 'utf8').matchAll(/^(?:import|export|\} from) ?.*["'](.+)["'];?$/gm)
      return [...found].map(([, specifier = '']) => ({ file, specifier }))
    })

describe('Dockerfile', () => {
  it('has two stages on one exact version of Node, and runs as a user that is not root', () => {
    const images = stages.map((stage) => stage.split(/\s/)[0])
    expect(images).toHaveLength(2)
    expect(new Set(images).size).toBe(1)
    expect(images[0]).toMatch(/^node:\d+\.\d+\.\d+-[\w-]+$/)
    expect(stages[1]).toMatch(/^USER node$/m)
  })

  it('serves with the options that npm start and every other test give to Node', () => {
    const command: unknown = JSON.parse(/^CMD (.+)$/m.exec(stages[1] ?? '')?.[1] ?? 'null')
    expect(command).toEqual(['node', ...nodeOptions, program])
    // Source maps are switched on by the script (scripts/ready.mjs).
    const start = `node ${nodeOptions[0]} scripts/start.mjs`
    const variables = Object.entries(memoryVariables).map(([name, value]) => `${name}=${value}`)
    expect(stages[1]).toContain(`\nENV ${variables.join(' ')}\n`)
    // The shell of Windows knows no export, and goes on behind the bars.
    expect(packages.scripts.start).toBe(`export ${variables.join(' ')} && exec ${start} || ${start}`)
  })

  it('docker-compose pins every image and waits for health', () => {
    const compose = readFileSync(join(root, 'docker-compose.yml'), 'utf8')
    const images = [...compose.matchAll(/image: (\S+)/g)].map(([, image]) => image ?? '')
    expect(images).toHaveLength(5)
    expect(images.filter((image) => !/:v?\d+\.\d+(\.\d+)?(-\w+)?$/.test(image))).toEqual([])
    expect(compose.match(/healthcheck:/g)).toHaveLength(3)
    expect(compose.match(/condition: service_healthy/g)).toHaveLength(4)
    // What serves comes after the migrations, and they after the role that they grant to.
    expect(compose).toMatch(
      /x-serving:[^]*migrate: \{ condition: service_completed_successfully \}[^]*migrate:\n[^]*role: \{ condition: service_completed_successfully, required: false \}/,
    )
    const settings = compose.slice(compose.indexOf('x-settings:'), compose.indexOf('services:'))
    expect(settings).toContain('DATABASE_URL: ${DATABASE_URL:?')
    expect(settings).not.toContain('DATABASE_ADMIN_URL')
  })

  it('docker-compose bounds, hardens and rotates each service, and runs what is one’s own by its profile alone', () => {
    const compose = readFileSync(join(root, 'docker-compose.yml'), 'utf8')
    const [shared = '', services = ''] = compose.split(/^(?:services|volumes):$/m)
    const blocks = new Map(
      [...shared.split(/^x-/m), ...services.split(/^ {2}(?=\w+:$)/m)].map((text) => [text.split(':')[0] ?? '', text]),
    )
    // With what it merges.
    const whole = (name: string): string => {
      const text = blocks.get(name) ?? ''
      return text + [...text.matchAll(/<<: \*(\w+)/g)].map(([, merged = '']) => whole(merged)).join('')
    }
    const named = ['app', 'projector', 'mailer', 'migrate', 'role', 'postgres', 'events', 'mail']
    for (const service of named)
      for (const part of [/mem_limit: /, /cap_drop: \[ALL\]/, /no-new-privileges:true/, /logging: \*logging/])
        expect(whole(service), service).toMatch(part)
    const profile = (service: string) => /profiles: \[(\w+)\]/.exec(blocks.get(service) ?? '')?.[1] ?? null
    expect(named.map(profile)).toEqual([null, 'roles', 'roles', null, 'database', 'database', 'events', 'mail'])
    // What waits for a service with a profile starts without it, but for those of the same profile.
    const waits = [...whole('app').matchAll(/(\w+): \{ condition: service_healthy, required: false \}/g)]
    expect(waits.map(([, name]) => name)).toEqual(['postgres', 'events', 'mail'])
  })

  it('compose and manifests start the image of this version, which the changelog has a heading for', () => {
    const read = (name: string) => readFileSync(join(root, name), 'utf8')
    const told = ['docker-compose.yml', 'ops/kubernetes/atrium.yaml'].flatMap((name) =>
      [...read(name).matchAll(/image: atrium:(\S+)/g)].map(([, version]) => version),
    )
    expect(told).toEqual(Array.from({ length: 4 }, () => packages.version))
    expect(read('CHANGELOG.md')).toContain(`\n## ${packages.version}`)
  })

  it('lets every file through that another one imports', () => {
    const allowed = [...readFileSync(join(root, '.dockerignore'), 'utf8').matchAll(/^!(.+)$/gm)].map(
      ([, name = '']) => name,
    )
    const rooms = allowed.filter((name) => /^[a-z-]+$/.test(name))
    // What stands in TypeScript among the scripts is for developers.
    const targets = rooms
      .filter((name) => name !== 'scripts')
      .flatMap((room) => importsIn(room, /\.tsx?$/))
      .filter(({ specifier }) => specifier.startsWith('.'))
      .map(({ file, specifier }) => relative(root, resolve(root, file, '..', specifier)).split(/[\\/]/)[0] ?? '')
    expect(targets.length).toBeGreaterThan(3_000)
    expect([...new Set(targets)].filter((name) => !rooms.includes(name))).toEqual([])
  })

  it('builds a server that imports packages of production alone', () => {
    const names = importsIn('dist/server', /\.js$/)
      .map(({ specifier }) => specifier)
      .filter((name) => !name.startsWith('.') && !isBuiltin(name))
      .map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0])
    expect(new Set(names).size).toBeGreaterThan(20)
    expect([...new Set(names)].filter((name = '') => !(name in packages.dependencies))).toEqual([])
  })
})
