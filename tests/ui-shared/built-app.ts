import { build, type Rolldown } from 'vite'
import { vi } from 'vitest'
import { uiConfig } from '../../vite.ui.ts'

/** The files of an app as they are built for people, in memory. */
export const builtApp = async (app: 'admin' | 'portal'): Promise<Rolldown.OutputChunk[]> => {
  // The runner of tests says otherwise, and React would come with its helps for development.
  vi.stubEnv('NODE_ENV', 'production')
  const config = uiConfig(app)
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false },
  })
  vi.unstubAllEnvs()
  const parts = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  return parts.filter((part) => part.type === 'chunk')
}
