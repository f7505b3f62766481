import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { UserConfig } from 'vite'
import { compiledWhole } from './vite.compiled.ts'
import { catalogParts, collectionParts } from './vite.catalog.ts'
import { resources } from './domain/catalog.ts'
import { isLanguage } from './domain/texts/languages.ts'
import { earlyFiles } from './vite.early.ts'
import { editorParts } from './vite.editor.ts'
import { offlineWorker } from './vite.offline.ts'
import { portalLanguages } from './vite.texts.ts'
import { withoutLoaded } from './vite.loaded.ts'
import { packed } from './vite.packed.ts'
import { isOfPdf, pdfParts } from './vite.pdf.ts'
import { lessRouter } from './vite.router.ts'

const packages = fileURLToPath(new URL('./node_modules/', import.meta.url))

// The router's package leads every bundler to the files that it made for developers.
const router = [
  { find: /^react-router$/, replacement: `${packages}react-router/dist/production/index.mjs` },
  { find: /^react-router\/dom$/, replacement: `${packages}react-router/dist/production/dom-export.mjs` },
]

// What comes together is packed best in one piece: what every page begins with, what screens of all kinds draw with, and what
// the portal shows first.
const base = { name: 'base', tags: ['$initial' as const], priority: 4 }

const door = {
  name: 'door',
  test: /ui-shared.(auth.(auth-page|calls|auth-form|begun|use-submit)|config.use-config-once|session.password-changed)\./,
  priority: 1,
}

const portalGroups = [
  base,
  door,
  // The picker of the language stands on the pages for signing in as well.
  {
    name: 'drawn',
    test: /ui-shared.((drawings.(icons|mark|atrium-drawing)|document-title|config.use-favicon)\.|menu|language)/,
    priority: 2,
  },
  {
    name: 'first',
    test: /portal-ui.(shell.(?!popup|preview)|landing|titles|post.story)|ui-shared.drawings.picture/,
    priority: 1,
  },
  // What every other screen of the portal asks by: its loader knows all of these at once.
  { name: 'loaders', test: /portal-ui.(loaders|[a-z]+.[a-z]+-queries|page.views)/, priority: 1 },
]

// The back office draws lists and forms with many small parts, which are packed better together than one by one.
const adminGroups = [
  base,
  door,
  {
    name: 'controls',
    test: /ui-shared.(overlay.dialog|menu|sortable.row-button|language|config.(config|use-favicon)\.|drawings.(icons|mark|atrium-drawing)|document-title|parts.(use-preload|late)|api.(answers|says)|fields.(field|select|text-field|switch))/,
    priority: 3,
  },
  // What every page of the back office has around its screen, and what its lists and forms have in common.
  {
    name: 'frame',
    test: /ui-shared.(overlay(?!.unkept)|date|relative-time|moment-address|use-address)|admin-ui.(resources|screens|shell.(?!not-here|standing-words|moment-)|inbox.unread|edit.save.(held-form|record-query)|list.(row\.|verbs|use-act|options|remembered|use-choices|screen\.)|publishing.(publishing-word|reviewed)\.)|tanstack(?!.*(useQueries|queriesObserver))/,
    priority: 2,
  },
  { name: 'verbs', test: /admin-ui.verbs.(own|use|send)-verb/, priority: 1 },
  // What the dashboard shows of other screens: on a slow line each further file waits for one of six connections.
  {
    name: 'looked-at',
    test: /admin-ui.(mail.undelivered|log.(sentence|activity|kinds)|besides|schedule.calls)\.|domain.schedule.entry/,
    priority: 0,
  },
  {
    name: 'list',
    test: /admin-ui.list.(list-route|list-loader|list-page|row-acts|list-query|views.list-preferences|use-list-state|use-typing|cells.(field-cell|copy-link))\.|domain.filters/,
    priority: 1,
  },
  // Parts that come a moment later: a file of half a kilobyte costs more in headers than in content.
  {
    name: 'list-late',
    test: /admin-ui.list.(filters.(sort-select|field-filter|one-of|author-filter)|bulk-bar|list-foot|views.view-button)|day-range-button/,
    priority: 1,
  },
  // What every form is drawn and saved with: named one by one, these files would cost each list more than they pack to.
  {
    name: 'form',
    test: /admin-ui.(edit.(save.(use-save|save-bar|use-save-key|leave-guard)\.|merge.merge\.|locked|history.use-history|form-layout|form-values|fields.(simple-widgets|widget-props|choices|object-field|given\.)|open-form\.|record-page\.|record-route\.|singleton-route\.)|forms\.|history.undo)|ui-shared.(drafts|kept.(kept|tab)|overlay.unkept|sortable.grips|fields.(local-time|library-button)|api.send-with-progress|drawings.picture)\.|domain.publishing\./,
    priority: 1,
  },
  // Of the form of a record, what other screens need as well.
  { name: 'edit', test: /admin-ui.styles.edit\.css/, priority: 3 },
  { name: 'suggest', test: /suggest-box|link-suggestions/, priority: 2 },
  // Behind the first paint of a form.
  { name: 'sortable', test: /dnd-kit|ui-shared.sortable.(drag|list-drag|tree-drag)\./, priority: 2 },
  // What the trail, and the logs like it, are drawn with.
  {
    name: 'log',
    test: /admin-ui.(log.(log-sheet|log-state|log-filters|actor-filter|moments|filter-bar)|sheets.download|jobs.job-words)\./,
    priority: 1,
  },
  // Before the forms, which load these and would take them along: lists have a declaration, some have numbers, and the trail has both.
  {
    name: 'declared',
    test: /domain.(fields|resource\.|permission\.)|ui-shared.fields.(decimal|whole-number)/,
    priority: 3,
  },
  {
    name: 'values',
    test: /tanstack.*(useQueries|queriesObserver)|admin-ui.diff.(readable|value-lines)|domain.shapes.action-names/,
    priority: 2,
  },
]

/** The build of one of the two React apps: served below /assets/<name>/, hashed names, one chunk per lazy route. */
export const uiConfig = (name: 'admin' | 'portal'): UserConfig => {
  const { plugin: loaded, resolveDependencies } = withoutLoaded()
  return {
    root: `${name}-ui`,
    base: `/assets/${name}/`,
    publicDir: '../ui-shared/public',
    plugins: [
      react(),
      lessRouter(),
      packed(),
      earlyFiles(name),
      loaded,
      compiledWhole(),
      ...(name === 'admin'
        ? [catalogParts(), editorParts()]
        : [collectionParts(resources), portalLanguages(), offlineWorker(), pdfParts()]),
    ],
    resolve: { alias: router },
    json: { stringify: true, namedExports: false },
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
      modulePreload: { polyfill: false, resolveDependencies },
      rolldownOptions: {
        output: {
          codeSplitting: { groups: name === 'admin' ? adminGroups : portalGroups },
          // No dash in front.
          hashCharacters: 'base36',
          // The first file holds the names of all others: half a kilobyte of what every screen loads.
          chunkFileNames: (chunk) => {
            if (isOfPdf(chunk.moduleIds)) return 'pdf/[hash].js'
            return isLanguage(chunk.name) ? '[name]-[hash].js' : '[hash].js'
          },
        },
      },
    },
  }
}
