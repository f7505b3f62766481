import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { expect, it } from 'vitest'
import { uiConfig } from '../../vite.ui.ts'

const packed = (source: string | Uint8Array): number => gzipSync(source).length / 1000

it('the editor weighs at most 200 kB of scripts and 12 kB of styles, packed', async () => {
  const { build: options, ...config } = uiConfig('admin')
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      ...options,
      write: false,
      rolldownOptions: {
        input: 'admin-ui/editor/content-editor.tsx',
        external: /^react/,
        preserveEntrySignatures: 'strict',
      },
    },
  })
  const files = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
  const scripts = files.map((file) => (file.type === 'chunk' ? packed(file.code) : 0))
  const styles = files.map((file) =>
    file.fileName.endsWith('.css') && file.type === 'asset' ? packed(file.source) : 0,
  )
  const sum = (sizes: readonly number[]) => Math.round(sizes.reduce((total, size) => total + size, 0))
  console.log(`editor: ${sum(scripts)} kB of scripts, ${sum(styles)} kB of styles`)
  expect(sum(scripts)).toBeGreaterThan(100)
  expect(sum(scripts)).toBeLessThanOrEqual(200)
  expect(sum(styles)).toBeGreaterThan(0)
  expect(sum(styles)).toBeLessThanOrEqual(12)
})
