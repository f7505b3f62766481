import { build, type Plugin, type PluginOption, type Rolldown } from 'vite'
import { vi } from 'vitest'
import { uiConfig } from '../../vite.ui.ts'

const isNamed = (plugin: PluginOption, name: string | undefined) =>
  typeof plugin === 'object' && plugin !== null && 'name' in plugin && plugin.name === name

/** The files of an app as they are built for people, in memory; with `other` in place of the plugin of its name. */
export const builtApp = async (app: 'admin' | 'portal', other?: Plugin): Promise<Rolldown.OutputChunk[]> => {
  // The runner of tests says otherwise, and React would come with its helps for development.
  vi.stubEnv('NODE_ENV', 'production')
  const config = uiConfig(app)
  const built = await build({
    ...config,
    plugins: config.plugins?.map((plugin) => (isNamed(plugin, other?.name) ? other : plugin)),
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false },
  })
  vi.unstubAllEnvs()
  const parts = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  return parts.filter((part) => part.type === 'chunk')
}
