import type { Plugin } from 'vite'

// The package is one module with a Markdown editor, its parser, a preview and a toolbar in it; the text editor shows none of
// them. Its classes are functions that the bundler must keep, unless it is told that calling them changes nothing elsewhere.
const changes: readonly (readonly [was: string, becomes: string])[] = [
  ['/** @class */ (function', '(/* @__PURE__ */ function'],
  ['= createDOMPurify()', '= /* @__PURE__ */ createDOMPurify()'],
  // The words of the toolbar; the call would keep the whole editor.
  ['\nToastUIEditorCore.setLanguage(', '\n;(() => {})('],
]
const parts = 'WysiwygEditor, EventEmitter, WwToDOMAdaptor, createHTMLSchemaMap'

/**
 * Opens the parts of `@toast-ui/editor` that the text editor is made of, and lets the build leave out the others, which are a
 * third of it. Fails the build when the package no longer reads as expected.
 */
export const editorParts = (): Plugin => ({
  name: 'editor-parts',
  enforce: 'pre',
  transform: {
    filter: { id: /@toast-ui\/editor\/dist\/esm\/index\.js$/ },
    handler: (code) => {
      const missing = changes.find(([was]) => !code.includes(was))
      if (missing) throw new Error(`@toast-ui/editor has changed: there is no ${JSON.stringify(missing[0])}`)
      const shorter = changes.reduce((text, [was, becomes]) => text.replaceAll(was, becomes), code)
      return { code: `${shorter}\nexport { ${parts} }\n`, map: null }
    },
  },
})
