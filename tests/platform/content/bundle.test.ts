import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, mergeConfig } from 'vite'
import { expect, it } from 'vitest'
import serverConfig from '../../../vite.server.config.ts'

it('the worker is found in the built server too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'))
  try {
    symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
    const probe = join(folder, 'probe.ts')
    writeFileSync(
      probe,
      `import { contentCleaner } from ${JSON.stringify(join(process.cwd(), 'platform/content/cleaner.ts'))}
       const { html } = await contentCleaner().cleanHtml('<p onclick="x">a</p>'.repeat(5000))
       console.log(html.length)`,
    )
    const outDir = join(folder, 'server')
    const worker = 'platform/content/content-worker.ts'
    const { input } = serverConfig.build?.rolldownOptions ?? {}
    expect(input).toMatchObject({ 'content-worker': worker })
    const config = { ...serverConfig, build: { ...serverConfig.build, outDir, rolldownOptions: {} } }
    await build(
      mergeConfig(config, {
        configFile: false,
        logLevel: 'error',
        build: { rolldownOptions: { input: { probe, 'content-worker': worker } } },
      }),
    )
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    // The process ends by itself: the worker does not keep it alive.
    expect(execFileSync(process.execPath, [join(outDir, 'probe.js')], { timeout: 20_000 }).toString()).toBe('40000\n')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
