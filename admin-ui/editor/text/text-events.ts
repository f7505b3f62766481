import { closeHistory } from 'prosemirror-history'
import type { Slice } from 'prosemirror-model'
import { type EditorState, Selection, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { undoInputRule } from 'prosemirror-inputrules'
import { hasCredentials } from '../../../domain/fields/safe-link.ts'
import { placeInCaption, withoutHalfFigures } from '../pictures/caption-slice.ts'
import { handleFigureKey } from '../pictures/picture-commands.ts'
import { gapAt } from '../pictures/uploads.ts'
import { leaveBox } from '../blocks/block-commands.ts'
import { hasOwnPictures, hasWords } from '../paste/paste-pictures.ts'
import { withRtfPictures } from '../paste/rtf-pictures.ts'
import { addColumn, addRow, moveToCell } from '../tables/table-commands.ts'
import { placeInTable, replacedIn, selectedCells } from '../tables/table-slice.ts'
import { catchUp, handleBorderKey } from './block-keys.ts'
import { isLifting, outdent } from './list-commands.ts'
import { clearFormatting, toggle } from './mark-commands.ts'
import { setLink } from './text-state.ts'
import { linkTyped } from './typed-marks.ts'
import type { Command } from './toast.ts'

/** What the events of the text call. */
export type TextHandlers = {
  /** Gets the CSS when that was changed too. */
  onChange: (css: string | null) => void
  onState: (state: EditorState) => void
  /** Gets the blocks of a text that is edited as code from now on, null when it is edited as text again. */
  onCode: (opaqueBlocks: readonly string[] | null) => void
  /** `at` is the place between two blocks where they go, null for that of the cursor. */
  onPictures: (files: readonly File[], at: number | null) => void
  onOtherFiles: () => void
  /** Gets HTML that holds pictures as data, which are to be sent first. */
  onPictureHtml: (html: string) => void
  onLostPictures: () => void
  /** Gets the words of filled cells that a paste has replaced. */
  onReplaced: (cells: readonly string[]) => void
  /** A Tab was pressed for which the text has no use. */
  onHeldTab: () => void
  onLink: () => void
  onFind: () => void
  onEditCode: (source: string) => void
  exec: (command: Command) => void
  /** True when the menu of blocks has used a key. */
  onMenuKey: (key: string) => boolean
}

const shortcuts: Record<string, Command> = { b: 'bold', i: 'italic', z: 'undo', y: 'redo', 'shift+z': 'redo' }

const markKeys: Record<string, (view: EditorView) => void> = {
  u: (view) => toggle(view, 'u'),
  'shift+x': (view) => toggle(view, 'strike'),
  '\\': clearFormatting,
}

/** True when the cursor stands somewhere within a node of such a name. */
export const hasAncestor = (state: EditorState, names: RegExp): boolean => {
  const { $from } = state.selection
  for (let depth = $from.depth; depth > 0; depth -= 1) if (names.test($from.node(depth).type.name)) return true
  return false
}

const breakLine = (view: EditorView): boolean => {
  const { state } = view
  const { parent } = state.selection.$from
  if (!parent.inlineContent || parent.type.spec.code || parent.type.name === 'caption') return false
  view.dispatch(state.tr.replaceSelectionWith(state.schema.node('lineBreak')).scrollIntoView())
  return true
}

const growTable = (view: EditorView, isColumn: boolean): boolean => {
  if (!hasAncestor(view.state, /^table$/)) return false
  if (isColumn) addColumn(view)
  else addRow(view)
  return true
}

const isOutdent = ({ state }: EditorView, { key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean => {
  // In a table, Shift+Tab goes back a cell.
  if (key === 'Tab') return shiftKey && state.selection.$from.node(-1).type.name === 'listItem'
  return !ctrlKey && !metaKey && isLifting(state, key)
}

const linkBefore = (view: EditorView): void => {
  const change = linkTyped(view.state)
  if (change) view.dispatch(change)
}

/** Keys of our own: marks, link, undo, a line in the same paragraph, rows and columns of a table, taking back what a sign has made. */
export const handleKey = (view: EditorView, event: KeyboardEvent, handlers: TextHandlers): boolean => {
  if (!event.isComposing && handlers.onMenuKey(event.key)) return true
  if (!event.isComposing && /^(?:Backspace|Delete|Enter|Tab)$/.test(event.key)) catchUp(view)
  if (!event.isComposing && handleFigureKey(view, event)) return true
  if (event.key === 'Enter' && !event.isComposing) linkBefore(view)
  if (event.key === 'Enter' && event.shiftKey && !event.ctrlKey && !event.metaKey) return breakLine(view)
  if (event.key === 'Tab' && moveToCell(view, event.shiftKey)) return true
  if (event.key === 'Tab' && !event.shiftKey) return false
  if (event.key === 'Backspace' && undoInputRule(view.state, view.dispatch)) return true
  if (!event.isComposing && handleBorderKey(view, event.key)) return true
  if (isOutdent(view, event)) {
    outdent({ view, exec: handlers.exec })
    return true
  }
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return false
  if (event.key === 'Enter') return growTable(view, event.shiftKey) || leaveBox(view)
  const key = event.key.toLowerCase()
  const keys = event.shiftKey ? `shift+${key}` : key
  const [command, change] = [shortcuts[keys], markKeys[keys]]
  if (command) handlers.exec(command)
  else if (change) change(view)
  else if (key === 'k') handlers.onLink()
  else if (keys === 'f') handlers.onFind()
  else return false
  return true
}

/** Puts the selection back when the focus comes by a key or from a dialog: the browser would take the start of the text. */
export const keepSelection = () => {
  let isPressed = false
  return {
    press: (): boolean => {
      isPressed = true
      // The focus of a press comes before any timer; the press says where the cursor is to be.
      setTimeout(() => {
        isPressed = false
      })
      return false
    },
    focus: (view: EditorView): boolean => {
      if (!isPressed) view.focus()
      return false
    },
  }
}

const placeAt = (view: EditorView, event: MouseEvent): number =>
  view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos ?? view.state.doc.content.size

const moveInside = (view: EditorView, at: number, handlers: TextHandlers): void => {
  const dragged = view.dragging
  if (!dragged) return
  const change = view.state.tr
  if (dragged.move) change.deleteSelection()
  const place = change.doc.resolve(change.mapping.map(at))
  change.setSelection(Selection.near(place))
  const slice = withoutHalfFigures(dragged.slice)
  if (!placeInTable(change, slice) && !placeInCaption(change, slice)) change.replaceSelection(slice)
  view.dispatch(change.scrollIntoView())
  const replaced = replacedIn(change) ?? []
  if (replaced.length > 0) handlers.onReplaced(replaced)
  view.focus()
}

const takeFiles = (files: readonly File[], at: number, handlers: TextHandlers): void => {
  const pictures = files.filter((file) => file.type.startsWith('image/'))
  if (pictures.length) handlers.onPictures(pictures, at)
  if (pictures.length < files.length) handlers.onOtherFiles()
}

/** A drop: pictures are sent, text of the editor itself is moved, HTML from elsewhere goes the way of a paste. */
export const handleDrop = (view: EditorView, event: DragEvent, handlers: TextHandlers): boolean => {
  event.preventDefault()
  if (!view.editable || !event.dataTransfer) return true
  const at = placeAt(view, event)
  const files = [...event.dataTransfer.files]
  const html = event.dataTransfer.getData('text/html')
  if (!files.length && view.dragging) {
    moveInside(view, at, handlers)
    return true
  }
  view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(at))))
  if (files.length) takeFiles(files, gapAt(view, { x: event.clientX, y: event.clientY }), handlers)
  else if (hasOwnPictures(html)) handlers.onPictureHtml(html)
  else if (html) view.pasteHTML(html)
  else view.pasteText(event.dataTransfer.getData('text/plain'))
  return true
}

// Of what can be an address, only what is surely none of the words that were to be replaced.
const pastedAddress = /^(?:https?:\/\/|mailto:)\S+$/i

const linkPasted = (view: EditorView, event: ClipboardEvent): boolean => {
  const { $from, $to, empty } = view.state.selection
  const address = event.clipboardData?.getData('text/plain').trim() ?? ''
  const isAddress = pastedAddress.test(address) && !hasCredentials(address)
  if (empty || !$from.sameParent($to) || $from.parent.type.spec.code || !isAddress) return false
  setLink(view, address, '')
  return true
}

/** A paste of an address over words, which become a link, or into a table or figure, which must stay whole. */
export const handlePaste = (
  view: EditorView,
  event: ClipboardEvent,
  slice: Slice,
  handlers: Pick<TextHandlers, 'onReplaced'>,
): boolean => {
  // Undo takes back the paste alone, not what was typed a moment before it too.
  view.dispatch(closeHistory(view.state.tr))
  if (linkPasted(view, event)) return true
  const change = view.state.tr
  const isPlaced = placeInTable(change, slice) || placeInCaption(change, slice)
  const replaced = replacedIn(change) ?? selectedCells(view.state)
  if (isPlaced) view.dispatch(change.setMeta('paste', true).setMeta('uiEvent', 'paste'))
  if (replaced.length > 0) handlers.onReplaced(replaced)
  return isPlaced
}

/** A paste that the editor does not handle alone: pictures without words are asked about, those in the HTML are sent first. */
export const handlePasteEvent = (view: EditorView, event: ClipboardEvent, handlers: TextHandlers): boolean => {
  const files = [...(event.clipboardData?.files ?? [])].filter((file) => file.type.startsWith('image/'))
  const written = event.clipboardData?.getData('text/html') ?? ''
  const html = withRtfPictures(written, event.clipboardData?.getData('text/rtf') ?? '')
  const hasText = Boolean(event.clipboardData?.getData('text/plain').trim()) || hasWords(html)
  if (files.length && !hasText) handlers.onPictures(files, null)
  else if (hasOwnPictures(html) && !view.state.selection.$from.parent.type.spec.code) handlers.onPictureHtml(html)
  else return false
  event.preventDefault()
  return true
}

/** A click below the last block starts a paragraph there, when that block is none: after an opaque block there was no way on. */
export const handlePressBelow = (view: EditorView, event: MouseEvent): boolean => {
  const { state, dom } = view
  const { lastChild } = state.doc
  const bottom = dom.lastElementChild?.getBoundingClientRect().bottom ?? 0
  if (!view.editable || event.clientY <= bottom || !lastChild || lastChild.type.name === 'paragraph') return false
  event.preventDefault()
  const change = state.tr.insert(state.doc.content.size, state.schema.node('paragraph'))
  view.dispatch(change.setSelection(TextSelection.atEnd(change.doc)).scrollIntoView())
  view.focus()
  return true
}
