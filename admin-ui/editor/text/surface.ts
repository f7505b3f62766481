import { closeHistory, history } from 'prosemirror-history'
import type { MarkSpec, Node } from 'prosemirror-model'
import { EditorState, Plugin, Selection } from 'prosemirror-state'
import { blockNodes } from '../blocks/block-nodes.ts'
import { tableView, videoView } from '../blocks/block-views.ts'
import { findPlugin } from '../find/find.ts'
import { opaqueTag } from '../html/clean.ts'
import { type Aside, asideAfter, asideKey, AsideStep } from './aside-step.ts'
import { withoutHalfFigures } from '../pictures/caption-slice.ts'
import { figureNodes, figureView, handleClickOn, imageView } from '../pictures/figure.ts'
import { codeView, lineBreak, opaqueBlock, opaqueBlockView } from '../html/opaque-block.ts'
import { link, paragraph, tableNodes } from './own-nodes.ts'
import { wholeList } from './list-commands.ts'
import { openText } from '../html/round-trip.ts'
import { plainMarks } from '../html/structure.ts'
import { uploadsPlugin } from '../pictures/uploads.ts'
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
import { isPlain } from '../tables/grid.ts'
import { repairTables, tableAt } from '../tables/tables.ts'
import type { TextControls } from './text-controls.ts'
import { textOf } from './text-state.ts'
import { textParser } from './text-parser.ts'
import { textSerializer } from './text-serializer.ts'
import { createToast } from './toast.ts'
import { typedRules } from './typed-rules.ts'

const isOpaque = ({ type }: Node): boolean => type.name === opaqueTag

// The link of a card leads there in the portal.
const stayOnCard = (event: MouseEvent): boolean => {
  if (event.target instanceof Element && event.target.closest('a.card-name')) event.preventDefault()
  return false
}

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
          handlers.onCode(now?.isCode ? state.doc.children.map(({ attrs }) => String(attrs.source)) : null)
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
        click: (_view, event) => stayOnCard(event),
        drop: (view, event) => handleDrop(view, event, handlers),
        paste: (view, event) => handlePasteEvent(view, event, handlers),
      },
    },
  })
}

// Attributes that were carried into the text stand there under harmless names.
const plainMark = (tag: string): MarkSpec => ({
  attrs: { htmlAttrs: { default: null } },
  toDOM: ({ attrs }) => [tag, attrs.htmlAttrs ?? {}, 0],
})

const own = {
  nodes: { ...figureNodes, ...blockNodes, ...tableNodes, paragraph, [opaqueTag]: opaqueBlock, lineBreak },
  marks: { ...Object.fromEntries(plainMarks.map((tag) => [tag, plainMark(tag)])), link },
}

// The package's keys know the tables that the package makes: in any other the cursor moves as the browser moves it.
const forPlainTables = (keys: Plugin): Plugin => {
  const { handleKeyDown } = keys.props
  return new Plugin({
    props: {
      handleKeyDown: (view, event) => {
        const place = /^(Tab|Arrow)/.test(event.key) ? tableAt(view.state.selection.$head) : null
        return place && !isPlain(place.table) ? false : handleKeyDown?.call(keys, view, event)
      },
    },
  })
}

/** The editing surface by itself, empty; `view.dom` is to be put into the page, and `view.destroy()` ends it. */
export const createSurface = (handlers: TextHandlers): TextControls => {
  const { view, commands, keys } = createToast(own)
  const { schema } = view.state
  let text = openText(schema, '')
  const plugins = [
    textPlugin(handlers),
    uploadsPlugin(),
    findPlugin(),
    ...keys.map(forPlainTables),
    history(),
    typedRules(schema),
  ]
  // What was opened since the history began: undo leads back into an earlier text, which has its own bytes.
  let texts = [text]
  view.setProps({
    // In the place of all that the package has put there.
    dispatchTransaction: undefined,
    handleKeyDown: undefined,
    handleDOMEvents: {},
    nodeViews: {
      [opaqueTag]: (node) => opaqueBlockView(node, handlers.onEditCode),
      figure: figureView,
      image: imageView,
      codeBlock: codeView,
      table: tableView,
      video: videoView,
    },
    clipboardParser: textParser(schema),
    clipboardSerializer: textSerializer(schema),
    transformPastedHTML: (html) => {
      const pasted = cleanPaste(html)
      if (pasted.hasLostPictures) handlers.onLostPictures()
      return pasted.html
    },
    transformPasted: (slice) => wholeList(view.state, withoutHalfFigures(slice)),
    handlePaste: (current, event, slice) => handlePaste(current, event, slice, handlers),
  })
  return {
    view,
    told: '',
    exec: (command, payload) => {
      const chosen = textOf(view.state.selection)
      if (chosen !== view.state.selection) view.dispatch(view.state.tr.setSelection(chosen))
      commands[command](payload)
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
