import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { hashFoldSources } from './projections/fold/fold-sources.ts'

const { dependencies } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'))

/** What the program reads while it runs: the pictures of the demo company. */
const copied = {
  name: 'copied',
  closeBundle: () =>
    cpSync(join(import.meta.dirname, 'commands/demo/pictures'), join(import.meta.dirname, 'dist/server/pictures'), {
      recursive: true,
    }),
}

export default defineConfig({
  publicDir: false,
  plugins: [copied],
  // What only a part of is used of becomes part of the build: the spreadsheet library alone would bring fifty packages.
  ssr: { noExternal: true, external: Object.keys(dependencies) },
  define: { BUILT_FROM_FOLD_SOURCES: JSON.stringify(hashFoldSources(import.meta.dirname)) },
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    sourcemap: true,
    minify: false,
    target: 'node20',
    rolldownOptions: {
      // What reads archives in S3 asks for it, which nothing here does.
      external: ['@aws-sdk/client-s3'],
      input: {
        main: 'app/main.ts',
        atrium: 'cli/atrium.ts',
        'content-worker': 'platform/content/content-worker.ts',
        'decode-worker': 'platform/files/decode-worker.ts',
        'sheet-worker': 'platform/sheets/sheet-worker.ts',
      },
    },
  },
})
