import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { openTestAtrium, type TestAtrium } from '../../support/atrium.ts'
import { call } from '../../support/client.ts'
import { keptLog, type Sample, scrape, valueOf } from '../../support/metrics.ts'
import { temporaryFolder } from '../../support/embedded.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const read = (name: string) => readFileSync(join(root, 'ops', name), 'utf8')

const rules = [
  ...read('alerts.yml').matchAll(/- alert: (\w+)\n\s+expr: '(.*)'\n(?:.*\n)*?\s+runbook: ops\/runbook\.md#(\w+)/g),
].map(([, name = '', expr = '', runbook = '']) => ({ name, expr: expr.replaceAll("''", "'"), runbook }))

const dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
})
const panels = dashboard.parse(JSON.parse(read('dashboard.json'))).panels
const asked = [
  ...rules.map(({ name, expr }) => ({ of: `alert ${name}`, expr })),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ of: `panel ${title}`, expr }))),
]

/** Names of metrics in an expression, with the labels that it asks them for; what Prometheus adds by itself left out. */
const metricsIn = (expr: string): { name: string; labels: string[] }[] => {
  const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = '']) => names.split(/,\s*/))
  return [...expr.matchAll(/\b((?:atrium|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)].map(([, name = '', said = '']) => ({
    name,
    labels: [...grouped, ...[...said.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label)].filter(
      (label) => !['instance', 'job'].includes(label),
    ),
  }))
}

const log = keptLog()
const folder = temporaryFolder()
let atrium: TestAtrium
let samples: readonly Sample[]
beforeAll(async () => {
  const backups = join(folder.path, 'backups')
  mkdirSync(backups)
  atrium = await openTestAtrium({ logger: log.logger, environment: { METRICS_PORT: '0', BACKUP_DIR: backups } })
  const staff = await atrium.asUser('all')
  const { body } = await staff.call('POST', '/api/category', { name: 'Counted' })
  await Promise.all(
    [1, 2, 3, 4].map((n) => staff.call('PUT', `/api/category/${body.data.id}`, { name: `Counted ${n}` })),
  )
  await call(atrium.url, 'POST', '/api/auth/login', { userName: 'nobody', password: 'not a password at all' })
  await staff.call('POST', '/api/checkpoint/verification')
  await atrium.services.proof.sign(true)
  await vi.waitUntil(
    async () => {
      samples = await scrape(log.metricsUrl())
      return ['atrium_backup_age_seconds', 'atrium_verification_tampered', 'atrium_command_conflicts_total'].every(
        (name) => valueOf(samples, name) !== undefined,
      )
    },
    { timeout: 30_000, interval: 200 },
  )
}, 90_000)
afterAll(async () => {
  await atrium.close()
  folder.remove()
})

it('looks at every rule and panel', () => {
  expect(rules.length).toBe([...read('alerts.yml').matchAll(/- alert: /g)].length)
  expect([rules.length > 15, panels.length > 15]).toEqual([true, true])
  expect(metricsIn('sum by (route, le) (rate(atrium_a_bucket{status=~"5..", job="x"}[5m])) > process_b')).toEqual([
    { name: 'atrium_a_bucket', labels: ['route', 'le', 'status'] },
    { name: 'process_b', labels: ['route', 'le'] },
  ])
})

it.each(asked.map(({ of, expr }) => [of, expr]))(
  '%s asks for metrics that a server tells, by labels that they have',
  (_of, expr) => {
    const known = metricsIn(expr)
    const isAboutScraping = expr.startsWith('up{')
    expect(known.length > 0 || isAboutScraping).toBe(true)
    for (const { name, labels } of known) {
      const found = samples.filter((one) => one.name === name)
      expect(found.length, name).toBeGreaterThan(0)
      for (const label of labels) expect(Object.keys(found[0]?.labels ?? {}), `${name} by ${label}`).toContain(label)
    }
  },
)

it('every alert has a paragraph that says what to do, and a drill', () => {
  const titles = [...read('runbook.md').matchAll(/^## (\w+)$/gm)].map(([, title]) => title)
  expect(titles).toEqual(rules.map(({ name }) => name))
  expect(rules.filter(({ name, runbook }) => runbook !== name.toLowerCase())).toEqual([])
  const drilled = [...read('alerts.test.yml').matchAll(/^ {2}- name: (\w+)$/gm)].map(([, name]) => name)
  expect(drilled).toEqual(titles)
})

const hasPromtool = spawnSync('promtool', ['--version']).status === 0

// Of Debian's package `prometheus`; where it is not installed, the rules were tried by hand.
it.runIf(hasPromtool)('each cause sets off its alert and no other (promtool is installed)', () => {
  for (const words of [
    ['check', 'rules', 'ops/alerts.yml'],
    ['test', 'rules', 'ops/alerts.test.yml'],
  ]) {
    const { status, stdout, stderr } = spawnSync('promtool', words, { cwd: root, encoding: 'utf8' })
    expect(status, `${stdout}\n${stderr}`).toBe(0)
  }
})
