import { defineConfig } from 'vite'

export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    sourcemap: true,
    minify: false,
    target: 'node20',
    rolldownOptions: {
      input: { main: 'api/main.ts', atrium: 'cli/atrium.ts', 'content-worker': 'platform/content/content-worker.ts' },
    },
  },
})
