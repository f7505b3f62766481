import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { uiConfig } from '../../vite.ui.ts'

type Chunk = { size: number; imports: readonly string[]; entry: string }

const chunks = new Map<string, Chunk>()

const kilobytes = (code: string) => gzipSync(code, { level: 9 }).length / 1024

/** What a screen loads: the page's entry, the named modules' chunks and all that these import at once. */
const loaded = (...modules: readonly string[]): number => {
  const seen = new Set<string>()
  const visit = (file: string) => {
    if (seen.has(file)) return
    seen.add(file)
    for (const next of chunks.get(file)?.imports ?? []) visit(next)
  }
  for (const module of ['admin-ui/index.html', ...modules]) {
    const file = [...chunks].find(([, { entry }]) => entry.endsWith(module))?.[0]
    if (!file) throw new Error(`no chunk begins with ${module}`)
    visit(file)
  }
  return [...seen].reduce((sum, file) => sum + (chunks.get(file)?.size ?? 0), 0)
}

beforeAll(async () => {
  // The runner of tests says otherwise, and React would come with its helps for development.
  vi.stubEnv('NODE_ENV', 'production')
  const config = uiConfig('admin')
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false },
  })
  for (const { output } of [built].flat().flatMap((one) => ('output' in one ? [one] : []))) {
    for (const part of output) {
      if (part.type !== 'chunk') continue
      chunks.set(part.fileName, { size: kilobytes(part.code), imports: part.imports, entry: part.facadeModuleId ?? '' })
    }
  }
  vi.unstubAllEnvs()
}, 120_000)

const shell = 'shell/shell-route.tsx'

// In kB of gzipped JavaScript. The editor's 350 were planned without its islands and dialogs.
describe('what a screen loads', () => {
  test.each([
    ['sign-in', 125, ['auth/sign-in-page.tsx']],
    ['dashboard', 150, [shell, 'dashboard/dashboard-page.tsx']],
    ['list', 150, [shell, 'list/list-route.tsx']],
    ['form', 190, [shell, 'edit/edit-route.tsx']],
    ['form with its editor', 355, [shell, 'edit/edit-route.tsx', 'edit/editor-field.tsx']],
  ] as const)('%s stays within %d kB', (_screen, budget, modules) => {
    const size = loaded(...modules)
    expect(size).toBeGreaterThan(50)
    expect(size).toBeLessThanOrEqual(budget)
  })
})
