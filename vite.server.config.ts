import { defineConfig } from 'vite'
import { hashFoldSources } from './projections/fold/fold-sources.ts'

export default defineConfig({
  publicDir: false,
  define: { BUILT_FROM_FOLD_SOURCES: JSON.stringify(hashFoldSources(import.meta.dirname)) },
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    sourcemap: true,
    minify: false,
    target: 'node20',
    rolldownOptions: {
      input: {
        main: 'app/main.ts',
        atrium: 'cli/atrium.ts',
        'content-worker': 'platform/content/content-worker.ts',
        'decode-worker': 'platform/files/decode-worker.ts',
      },
    },
  },
})
