import { createHTMLSchemaMap, EventEmitter, type HTMLConvertor, WwToDOMAdaptor, WysiwygEditor } from '@toast-ui/editor'
import { closeHistory } from 'prosemirror-history'
import { EditorState, Plugin, Selection } from 'prosemirror-state'
import { cleanString, islandTag } from './clean.ts'
import { CssStep, cssAfter } from './css-step.ts'
import { breakView, codeView, islandView } from './island.ts'
import { openText } from './lossless.ts'
import { plainMarks } from './outline.ts'
import { cleanPaste } from './paste.ts'
import {
  handleDrop,
  handleKey,
  handlePaste,
  handlePasteFiles,
  handlePressBelow,
  tabKeeper,
  type TextHandlers,
} from './text-events.ts'
import { repairTables } from './tables.ts'
import type { TextControls } from './text-controls.ts'
import { textOf } from './text-state.ts'
import { textParser } from './text-parser.ts'
import { textSerializer } from './text-serializer.ts'

const inlineRenderer =
  (tag: string): HTMLConvertor =>
  (node, { entering }) =>
    entering ? { type: 'openTag', tagName: tag, attributes: node.attrs } : { type: 'closeTag', tagName: tag }

// Islands have a view of their own and are never drawn by the package; the entry makes the node type.
const islandRenderer: HTMLConvertor = () => []

const textPlugin = (handlers: TextHandlers): Plugin<string | null> => {
  const tab = tabKeeper()
  const plugin: Plugin<string | null> = new Plugin<string | null>({
    state: { init: () => null, apply: cssAfter },
    view: (view) => {
      // Added after the editor's own listener, so called after it.
      view.dom.addEventListener('keydown', tab.hold)
      return {
        update: (now, before) => {
          handlers.onState(now.state)
          const css = plugin.getState(now.state) ?? null
          const hasOtherCss = css !== plugin.getState(before)
          if (now.state.doc !== before.doc || hasOtherCss) handlers.onChange(hasOtherCss ? css : null)
        },
        destroy: () => view.dom.removeEventListener('keydown', tab.hold),
      }
    },
    appendTransaction: (_changes, before, after) => repairTables(before, after),
    props: {
      handleKeyDown: (view, event) => handleKey(view, event, handlers),
      handleDOMEvents: {
        keydown: tab.pass,
        mousedown: handlePressBelow,
        drop: (view, event) => handleDrop(view, event, handlers),
        paste: (_view, event) => handlePasteFiles(event, handlers),
      },
    },
  })
  return plugin
}

const renderers = {
  htmlBlock: { [islandTag]: islandRenderer },
  htmlInline: Object.fromEntries(plainMarks.map((tag) => [tag, inlineRenderer(tag)])),
}

/** The WYSIWYG part of the package by itself: without Markdown, toolbar, shortcuts and sanitiser. `el` is to be put into the page. */
export const createSurface = (handlers: TextHandlers): WysiwygEditor => {
  const events = new EventEmitter()
  events.listen('addImageBlobHook', (blob) =>
    handlers.onPictures([blob instanceof File ? blob : new File([blob], 'picture', { type: blob.type })]),
  )
  const toDOMAdaptor = new WwToDOMAdaptor(null, renderers)
  return new WysiwygEditor(events, {
    toDOMAdaptor,
    htmlSchemaMap: createHTMLSchemaMap(renderers, cleanString, toDOMAdaptor),
    useCommandShortcut: false,
    wwPlugins: [() => textPlugin(handlers)],
    wwNodeViews: {
      [islandTag]: (node) => islandView(node, handlers.onEditCode),
      widget: breakView,
      codeBlock: codeView,
    },
  })
}

// The package's selection of cells is written for an older ProseMirror and throws when the mouse is drawn across cells; its
// menu of tables takes the browser's away and shows nothing.
const isOfUse = (plugin: Plugin): boolean =>
  !String(Reflect.get(plugin, 'key')).startsWith('cellSelection') && !plugin.props.handleDOMEvents?.contextmenu

/** Takes hold of a new editor: our reader and writer of the clipboard, and the lossless way in and out. */
export const takeHold = (editor: WysiwygEditor, onLostPictures: () => void): TextControls => {
  const { view } = editor
  const { schema } = view.state
  const fromWord = view.props.transformPastedHTML
  let text = openText(schema, '')
  // What was opened since the history began: undo leads back into an earlier text, which has its own bytes.
  let texts = [text]
  view.setProps({
    clipboardParser: textParser(schema),
    clipboardSerializer: textSerializer(schema),
    transformPastedHTML: (html) => {
      const pasted = cleanPaste(html, text.islands, (clean) => fromWord?.call(view, clean, view) ?? clean)
      if (pasted.hasLostPictures) onLostPictures()
      return pasted.html
    },
    transformPasted: (slice) => slice,
    handlePaste,
  })
  return {
    view,
    exec: (command, payload) => {
      const chosen = textOf(view.state.selection)
      if (chosen !== view.state.selection) view.dispatch(view.state.tr.setSelection(chosen))
      editor.commands[command]?.(payload)
    },
    open: (html) => {
      text = openText(schema, html)
      texts = [text]
      // A new state: the way back (undo) ends at what was opened.
      view.updateState(EditorState.create({ doc: text.doc, plugins: view.state.plugins.filter(isOfUse) }))
      return text
    },
    replace: (html, css) => {
      const { doc, tr } = view.state
      text = openText(schema, html)
      texts.push(text)
      if (!text.doc.eq(doc)) tr.replaceWith(0, doc.content.size, text.doc.content)
      if (css.before !== css.after) tr.step(new CssStep(css.before, css.after))
      view.dispatch(closeHistory(tr.setSelection(Selection.atStart(tr.doc))))
      return text
    },
    read: () => {
      const { doc } = view.state
      const counts = texts.map((one) => one.countKnown(doc))
      return (texts[counts.lastIndexOf(Math.max(...counts))] ?? text).save(doc)
    },
  }
}
