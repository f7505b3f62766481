import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { expect, it } from 'vitest'
import { uiConfig } from '../../vite.ui.ts'

const packed = (source: string | Uint8Array): number => gzipSync(source).length / 1000

it('the editor weighs at most 175 kB of scripts to begin with, 220 kB with all that its dialogs bring, and 12 kB of styles, packed', async () => {
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
  const chunks = files.filter((file) => file.type === 'chunk')
  // What stands in the file that opens, and in those that it cannot do without.
  const needed = new Set(chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName))
  for (const name of needed)
    for (const other of chunks.find(({ fileName }) => fileName === name)?.imports ?? []) needed.add(other)
  const weigh = (isNeeded: boolean) =>
    chunks.filter(({ fileName }) => needed.has(fileName) === isNeeded).map(({ code }) => packed(code))
  const scripts = weigh(true)
  const styles = files.map((file) =>
    file.fileName.endsWith('.css') && file.type === 'asset' ? packed(file.source) : 0,
  )
  const sum = (sizes: readonly number[]) => Math.round(sizes.reduce((total, size) => total + size, 0))
  console.log(`editor: ${sum(scripts)} kB of scripts, ${sum(styles)} kB of styles, ${sum(weigh(false))} kB on demand`)
  expect(sum(scripts)).toBeGreaterThan(100)
  expect(sum(scripts)).toBeLessThanOrEqual(175)
  expect(sum([...scripts, ...weigh(false)])).toBeLessThanOrEqual(220)
  expect(sum(styles)).toBeGreaterThan(0)
  expect(sum(styles)).toBeLessThanOrEqual(12)
})
