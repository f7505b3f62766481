import { createHTMLSchemaMap, EventEmitter, type HTMLConvertor, WwToDOMAdaptor, WysiwygEditor } from '@toast-ui/editor'
import { closeHistory } from 'prosemirror-history'
import type { Node } from 'prosemirror-model'
import { EditorState, Plugin, Selection } from 'prosemirror-state'
import { cleanString, opaqueTag } from '../html/clean.ts'
import { type Aside, asideAfter, asideKey, AsideStep } from './aside-step.ts'
import { withoutHalfFigures } from '../pictures/caption-slice.ts'
import { figureNodes, figureView, handleClickOn, imageView } from '../pictures/figure.ts'
import { breakView, codeView, opaqueBlockView } from '../html/opaque-block.ts'
import { wholeList } from './list-commands.ts'
import { openText } from '../html/round-trip.ts'
import { plainMarks } from '../html/structure.ts'
import { leaveBlock, typeBesideBlock } from './block-keys.ts'
import { cleanPaste } from './paste.ts'
import { tabKeeper } from './tab-keeper.ts'
import {
  handleDrop,
  handleKey,
  handlePaste,
  handlePasteEvent,
  handlePressBelow,
  keepSelection,
  type TextHandlers,
} from './text-events.ts'
import { repairTables } from '../tables/tables.ts'
import type { TextControls } from './text-controls.ts'
import { textOf } from './text-state.ts'
import { textParser } from './text-parser.ts'
import { textSerializer } from './text-serializer.ts'
import { typedRules } from './typed-rules.ts'

const inlineRenderer =
  (tag: string): HTMLConvertor =>
  (node, { entering }) =>
    entering ? { type: 'openTag', tagName: tag, attributes: node.attrs } : { type: 'closeTag', tagName: tag }

// Opaque blocks have a view of their own and are never drawn by the package; the entry makes the node type.
const opaqueRenderer: HTMLConvertor = () => []

const isOpaque = ({ type }: Node): boolean => type.name === opaqueTag

const textPlugin = (handlers: TextHandlers): Plugin<Aside> => {
  const tab = tabKeeper(handlers.onHeldTab)
  const selection = keepSelection()
  return new Plugin<Aside>({
    key: asideKey,
    state: { init: (_config, { doc }) => ({ css: null, isCode: doc.children.every(isOpaque) }), apply: asideAfter },
    view: (view) => {
      // Added after the editor's own listener, so called after it.
      view.dom.addEventListener('keydown', tab.hold)
      for (const kind of ['keydown', 'pointerdown']) document.addEventListener(kind, tab.note, { capture: true })
      return {
        update: ({ state }, before) => {
          handlers.onState(state)
          const [now, was] = [asideKey.getState(state), asideKey.getState(before)]
          if (state.doc !== before.doc || now !== was) handlers.onChange(now === was ? null : (now?.css ?? null))
          if (now?.isCode === was?.isCode) return
          handlers.onCode(now?.isCode ? state.doc.children.map(({ attrs }) => String(attrs.childrenHTML)) : null)
        },
        destroy: () => {
          view.dom.removeEventListener('keydown', tab.hold)
          for (const kind of ['keydown', 'pointerdown']) document.removeEventListener(kind, tab.note, { capture: true })
        },
      }
    },
    appendTransaction: (_changes, before, after) => repairTables(before, after),
    props: {
      handleKeyDown: (view, event) => handleKey(view, event, handlers),
      handleClickOn: (view, _pos, node, at, event) => handleClickOn(view, node, at, event),
      handleTextInput: (view, _from, _to, text) => typeBesideBlock(view, text),
      handleDOMEvents: {
        keydown: tab.pass,
        mousedown: (view, event) => selection.press() || handlePressBelow(view, event),
        focus: (view) => {
          tab.focus()
          return selection.focus(view)
        },
        // What is put together from several keys is not told before it is in the text.
        compositionstart: (view) => leaveBlock(view) && false,
        drop: (view, event) => handleDrop(view, event, handlers),
        paste: (view, event) => handlePasteEvent(view, event, handlers),
      },
    },
  })
}

const renderers = {
  htmlBlock: { [opaqueTag]: opaqueRenderer },
  htmlInline: Object.fromEntries(plainMarks.map((tag) => [tag, inlineRenderer(tag)])),
}

/** The WYSIWYG part of the package by itself: without Markdown, toolbar, shortcuts and sanitiser. `el` is to be put into the page. */
export const createSurface = (handlers: TextHandlers): WysiwygEditor => {
  const toDOMAdaptor = new WwToDOMAdaptor(null, renderers)
  const { nodes, marks } = createHTMLSchemaMap(renderers, cleanString, toDOMAdaptor)
  return new WysiwygEditor(new EventEmitter(), {
    toDOMAdaptor,
    htmlSchemaMap: { nodes: { ...nodes, ...figureNodes }, marks },
    useCommandShortcut: false,
    wwPlugins: [() => textPlugin(handlers)],
    wwNodeViews: {
      [opaqueTag]: (node) => opaqueBlockView(node, handlers.onEditCode),
      figure: figureView,
      image: imageView,
      widget: breakView,
      codeBlock: codeView,
    },
  })
}

// The package's selection of cells is written for an older ProseMirror and throws when the mouse is drawn across cells; its
// menu of tables takes the browser's away and shows nothing.
const isOfUse = (plugin: Plugin): boolean =>
  !String(Reflect.get(plugin, 'key')).startsWith('cellSelection') && !plugin.props.handleDOMEvents?.contextmenu

/** Takes hold of a new editor: our reader and writer of the clipboard, and the round trip in and out. */
export const takeHold = (
  editor: WysiwygEditor,
  { onLostPictures, onReplaced }: Pick<TextHandlers, 'onLostPictures' | 'onReplaced'>,
): TextControls => {
  const { view } = editor
  const { schema } = view.state
  let text = openText(schema, '')
  const plugins = [...view.state.plugins.filter(isOfUse), typedRules(schema)]
  // What was opened since the history began: undo leads back into an earlier text, which has its own bytes.
  let texts = [text]
  view.setProps({
    clipboardParser: textParser(schema),
    clipboardSerializer: textSerializer(schema),
    transformPastedHTML: (html) => {
      const pasted = cleanPaste(html)
      if (pasted.hasLostPictures) onLostPictures()
      return pasted.html
    },
    transformPasted: (slice) => wholeList(view.state, withoutHalfFigures(slice)),
    handlePaste: (current, event, slice) => handlePaste(current, event, slice, { onReplaced }),
    // The package's own would take the picture of a table and leave out the table.
    handleDOMEvents: {},
  })
  return {
    view,
    told: '',
    exec: (command, payload) => {
      const chosen = textOf(view.state.selection)
      if (chosen !== view.state.selection) view.dispatch(view.state.tr.setSelection(chosen))
      editor.commands[command]?.(payload)
    },
    open: (html) => {
      text = openText(schema, html)
      texts = [text]
      // A new state: the way back (undo) ends at what was opened.
      view.updateState(EditorState.create({ doc: text.doc, plugins }))
      return text
    },
    replace: (html, css) => {
      const { doc, tr } = view.state
      text = openText(schema, html)
      texts.push(text)
      if (!text.doc.eq(doc)) tr.replaceWith(0, doc.content.size, text.doc.content)
      const isCode = !text.hasEditable
      const wasCode = asideKey.getState(view.state)?.isCode === true
      if (css.before !== css.after || isCode !== wasCode)
        tr.step(new AsideStep({ css: css.before, isCode: wasCode }, { css: css.after, isCode }))
      view.dispatch(closeHistory(tr.setSelection(Selection.atStart(tr.doc))))
    },
    read: () => {
      const { doc } = view.state
      const counts = texts.map((one) => one.countKnown(doc))
      return (texts[counts.lastIndexOf(Math.max(...counts))] ?? text).save(doc)
    },
  }
}
