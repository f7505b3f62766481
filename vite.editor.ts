import type { Plugin } from 'vite'

// The package is one module with a Markdown editor, its parser, a preview and a toolbar in it; the text editor shows none of
// them. Its classes are functions that the bundler must keep, unless it is told that calling them changes nothing elsewhere.
const marked = '/** @class */ (function'
// Another such call. It sets the words of the toolbar, and would keep the whole editor.
const pureCalls = ['ToastUIEditorCore.setLanguage']

/**
 * Opens the one class of `@toast-ui/editor` that the text editor is made of, and lets the build leave out the others, which are a
 * third of it. Changes no line that runs. Fails the build when the package no longer reads as expected.
 */
export const editorParts = (): Plugin => ({
  name: 'editor-parts',
  enforce: 'pre',
  config: () => ({ build: { rolldownOptions: { treeshake: { manualPureFunctions: pureCalls } } } }),
  transform: {
    filter: { id: /@toast-ui\/editor\/dist\/esm\/index\.js$/ },
    handler: (code) => {
      if (!code.includes(marked)) throw new Error(`@toast-ui/editor has changed: there is no ${JSON.stringify(marked)}`)
      return { code: `${code.replaceAll(marked, '(/* @__PURE__ */ function')}\nexport { WysiwygEditor }\n`, map: null }
    },
  },
})
