import { cpSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { defineConfig } from 'vite'
import { hashFoldSources } from './projections/fold/fold-sources.ts'

const { dependencies, version } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'))

/** What the program reads while it runs: the pictures of the demo company, and what goes along with evidence packages. */
const copied = {
  name: 'copied',
  closeBundle: () => {
    for (const folder of ['commands/demo/pictures', 'commands/evidence/verifier'])
      cpSync(join(import.meta.dirname, folder), join(import.meta.dirname, 'dist/server', basename(folder)), {
        recursive: true,
      })
  },
}

export default defineConfig({
  publicDir: false,
  plugins: [copied],
  // What only a part of is used of becomes part of the build: the spreadsheet library alone would bring fifty packages.
  ssr: { noExternal: true, external: Object.keys(dependencies) },
  define: {
    BUILT_FROM_FOLD_SOURCES: JSON.stringify(hashFoldSources(import.meta.dirname)),
    BUILT_VERSION: JSON.stringify(version),
  },
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
        'password-worker': 'platform/passwords/password-worker.ts',
        'verify-worker': 'app/verify/verify-worker.ts',
        'rebuild-worker': 'app/operations/rebuild-worker.ts',
      },
    },
  },
})
