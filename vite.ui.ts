import react from '@vitejs/plugin-react'
import type { Plugin, UserConfig } from 'vite'

// Libraries in one piece for everybody, and what we never reach in them: each part as it stands there, and what stands in its
// place. The router brings what it says to developers, forms that post without a script, ways to be watched, and what only its
// own framework and server need; the cache brings lists without an end.
const neverReached: readonly { file: string; holding: string; parts: readonly (readonly [string, string])[] }[] = [
  {
    file: '/react-router/dist/',
    holding: 'function createRouter(',
    parts: [
      ['var ENABLE_DEV_WARNINGS = true;', 'var ENABLE_DEV_WARNINGS = false;'],
      ['if (init.instrumentations)', 'if (false)'],
      ['|| parseHydrationData()', ''],
      ['React2.createElement(RSCErrorHandler, { error }, result)', 'result'],
      ['React10.createElement(PrefetchPageLinks, { page: href })', 'null'],
      ['var Form = React10.forwardRef(', 'var Form = /* @__PURE__ */ React10.forwardRef('],
      ['Form.displayName = "Form";', ''],
    ],
  },
  {
    file: '/@tanstack/query-core/',
    holding: 'import { infiniteQueryBehavior }',
    parts: [
      ['this.#queryType === "infinite" ? infiniteQueryBehavior(this.options.pages) : this.options', 'this.options'],
    ],
  },
]

/** Leaves out what is never reached: 4 KB of each first visit. A version that looks otherwise stops the build. */
const lighterLibraries: Plugin = {
  name: 'lighter-libraries',
  apply: 'build',
  transform(code, id) {
    const library = neverReached.find(({ file, holding }) => id.includes(file) && code.includes(holding))
    return library?.parts.reduce((rest, [part, instead]) => {
      if (!rest.includes(part)) this.error(`This library no longer holds: ${part}`)
      return rest.replaceAll(part, instead)
    }, code)
  },
}

// What comes together is packed best in one piece: what every page begins with, what screens of all kinds draw with, and what
// the portal shows first.
const groups = [
  { name: 'base', tags: ['$initial' as const], priority: 3 },
  { name: 'drawn', test: /ui-shared.(icons|mark|document-title|atrium-drawing)\./, priority: 2 },
  { name: 'first', test: /portal-ui.(shell|landing|picture|titles|post.story)/, priority: 1 },
]

/** The build of one of the two React apps: served below /assets/<name>/, hashed names, one chunk per lazy route. */
export const uiConfig = (name: 'admin' | 'portal'): UserConfig => ({
  root: `${name}-ui`,
  base: `/assets/${name}/`,
  publicDir: '../ui-shared/public',
  plugins: [react(), lighterLibraries],
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
    // Every browser that runs es2022 and AbortSignal.any loads modules ahead by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
})
