import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { build, type Plugin, type PluginOption } from 'vite'
import { afterAll, beforeAll, vi } from 'vitest'
import { uiConfig } from '../../vite.ui.ts'
import { openTestAtrium, type TestAtrium } from './atrium.ts'
import { openPage, useBrowser, type Watched } from './browser.ts'
import { madeOnce } from './made-once.ts'
import { enterPage } from './sign-in-page.ts'
import { resources } from './tender-catalog.ts'

const catalogue = join(import.meta.dirname, 'tender-catalog.ts')

const otherCatalogue: Plugin = {
  name: 'other-catalogue',
  enforce: 'pre',
  resolveId: (source, importer) =>
    /(^|\/)catalog\.ts$/.test(source) && importer !== undefined && importer !== catalogue ? catalogue : null,
}

// What is served once need not be packed, and the parts of the catalogue are those of the real one.
const isLeftOut = (plugin: PluginOption) =>
  typeof plugin === 'object' &&
  plugin !== null &&
  'name' in plugin &&
  ['packed', 'catalog-parts', 'collection-parts', 'portal-languages'].includes(plugin.name)

/** Builds both apps over the other catalogue into a folder. */
const buildApps = async (dist: string): Promise<void> => {
  // The runner of tests says otherwise, and React would come with its helps for development.
  vi.stubEnv('NODE_ENV', 'production')
  for (const name of ['admin', 'portal'] as const) {
    const config = uiConfig(name)
    await build({
      ...config,
      configFile: false,
      logLevel: 'error',
      plugins: [otherCatalogue, ...(config.plugins ?? []).filter((plugin) => !isLeftOut(plugin))],
      build: { ...config.build, outDir: join(dist, name), emptyOutDir: false },
    })
  }
  vi.unstubAllEnvs()
}

export type TenderStage = {
  readonly atrium: TestAtrium
  readonly browser: Browser
  /** A page on which somebody with these permissions is signed in, at the dashboard. */
  signIn(perms: readonly string[] | 'all', options?: { width?: number; dark?: boolean }): Promise<Watched>
}

/** A server and a back office whose catalogue holds the worked example, without the demo company, and a browser. */
export const openTenderStage = (): TenderStage => {
  const opened: { atrium?: TestAtrium } = {}
  beforeAll(async () => {
    opened.atrium = await openTestAtrium({ resources, apps: await madeOnce('tender-apps', buildApps) })
  }, 120_000)
  afterAll(() => opened.atrium?.close())
  const chromium = useBrowser()
  const there = <T>(one: T | undefined): T => {
    if (one === undefined) throw new Error('The server and the browser are there in tests and later hooks only.')
    return one
  }
  return {
    get atrium() {
      return there(opened.atrium)
    },
    get browser() {
      return chromium.browser
    },
    signIn: async (perms, options) => {
      const atrium = there(opened.atrium)
      const { account } = await atrium.asUser(perms)
      const watched = await openPage(chromium.browser, atrium.url, options)
      await enterPage(watched.page, atrium.dataDir, account)
      await watched.page.getByRole('heading', { name: 'Dashboard' }).waitFor()
      return watched
    },
  }
}
