import type Editor from '@toast-ui/editor'
import type { EditorPlugin, HTMLConvertor } from '@toast-ui/editor'
import type { EditorProps } from '@toast-ui/react-editor'
import { EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { cleanString, islandTag } from './clean.ts'
import { breakView, islandView } from './island.ts'
import { type OpenText, openText } from './lossless.ts'
import { plainMarks } from './outline.ts'
import { cleanPaste } from './paste.ts'
import {
  handleDrop,
  handleKey,
  handlePasteFiles,
  handlePressBelow,
  tabKeeper,
  type TextHandlers,
} from './text-events.ts'
import { textOf } from './text-state.ts'
import { textParser } from './text-parser.ts'
import { textSerializer } from './text-serializer.ts'

const inlineRenderer =
  (tag: string): HTMLConvertor =>
  (node, { entering }) =>
    entering ? { type: 'openTag', tagName: tag, attributes: node.attrs } : { type: 'closeTag', tagName: tag }

// Islands have a view of their own and are never drawn by the package; the entry makes the node type.
const islandRenderer: HTMLConvertor = () => []

const textPlugin =
  (handlers: TextHandlers): EditorPlugin =>
  ({ pmState }) => {
    const passTab = tabKeeper()
    const create = () =>
      new pmState.Plugin({
        view: () => ({
          update: (view, before) => {
            handlers.onState(view.state)
            if (view.state.doc !== before.doc) handlers.onChange()
          },
        }),
        props: {
          handleKeyDown: (view, event) => handleKey(view, event, handlers),
          handleDOMEvents: {
            keydown: passTab,
            mousedown: handlePressBelow,
            drop: (view, event) => handleDrop(view, event, handlers),
            paste: (_view, event) => handlePasteFiles(event, handlers),
          },
        },
      })
    return {
      wysiwygPlugins: [create],
      wysiwygNodeViews: { [islandTag]: (node) => islandView(node, handlers.onEditCode), widget: breakView },
    }
  }

/** How the editor package is set up: WYSIWYG only, without its toolbar, statistics, shortcuts and sanitiser. */
export const editorOptions = (handlers: TextHandlers): EditorProps => ({
  initialEditType: 'wysiwyg',
  initialValue: '',
  hideModeSwitch: true,
  usageStatistics: false,
  useCommandShortcut: false,
  autofocus: false,
  height: 'auto',
  minHeight: '240px',
  toolbarItems: [],
  customHTMLSanitizer: cleanString,
  customHTMLRenderer: {
    htmlBlock: { [islandTag]: islandRenderer },
    htmlInline: Object.fromEntries(plainMarks.map((tag) => [tag, inlineRenderer(tag)])),
  },
  hooks: {
    addImageBlobHook: (blob) =>
      handlers.onPictures([blob instanceof File ? blob : new File([blob], 'picture', { type: blob.type })]),
  },
  plugins: [textPlugin(handlers)],
})

/** What the form does with an editor that stands in the page. */
export type TextControls = {
  view: EditorView
  exec: (command: string, payload?: Record<string, unknown>) => void
  open: (html: string) => OpenText
  read: () => string
}

/** Takes hold of a new editor: our reader and writer of the clipboard, and the lossless way in and out. */
export const takeHold = (editor: Editor, onLostPictures: () => void): TextControls => {
  const { view } = editor.wwEditor
  const { schema } = view.state
  const fromWord = view.props.transformPastedHTML
  let text = openText(schema, '')
  view.setProps({
    clipboardParser: textParser(schema),
    clipboardSerializer: textSerializer(schema),
    transformPastedHTML: (html) => {
      const pasted = cleanPaste(html, text.islands, (clean) => fromWord?.call(view, clean, view) ?? clean)
      if (pasted.hasLostPictures) onLostPictures()
      return pasted.html
    },
  })
  return {
    view,
    exec: (command, payload) => {
      const chosen = textOf(view.state.selection)
      if (chosen !== view.state.selection) view.dispatch(view.state.tr.setSelection(chosen))
      editor.exec(command, payload)
    },
    open: (html) => {
      text = openText(schema, html)
      // A new state: the way back (undo) ends at what was opened.
      view.updateState(EditorState.create({ doc: text.doc, plugins: view.state.plugins }))
      return text
    },
    read: () => text.save(view.state.doc),
  }
}
