import react from '@vitejs/plugin-react'
import type { UserConfig } from 'vite'

/** The build of one of the two React apps: served below /assets/<name>/, hashed names, one chunk per lazy route. */
export const uiConfig = (name: 'admin' | 'portal'): UserConfig => ({
  root: `${name}-ui`,
  base: `/assets/${name}/`,
  publicDir: '../ui-shared/public',
  plugins: [react()],
  // The React package of the editor brings a viewer along that is never shown: as heavy as the editor itself.
  resolve: {
    alias: {
      '@toast-ui/editor/dist/toastui-editor-viewer': new URL('./admin-ui/editor/no-viewer.ts', import.meta.url)
        .pathname,
    },
  },
  build: {
    outDir: `../dist/${name}`,
    emptyOutDir: true,
    assetsDir: '',
    // The CSP allows no data: scripts or fonts, and a file is cached.
    assetsInlineLimit: 0,
    sourcemap: false,
    target: 'es2022',
    chunkSizeWarningLimit: 1000,
  },
})
