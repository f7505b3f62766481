import { NodeSelection, Selection, TextSelection, type Transaction } from 'prosemirror-state'
import type { Node, ResolvedPos } from 'prosemirror-model'
import type { EditorView } from 'prosemirror-view'
import { opaqueTag } from '../html/clean.ts'
import { isList } from './text-state.ts'

/** Puts the cursor into a new paragraph below a table or other block that is selected as a whole: false where none is. Pictures have a caption. */
export const leaveBlock = (view: EditorView): boolean => {
  const { selection, schema, tr } = view.state
  if (!(selection instanceof NodeSelection) || !selection.node.isBlock || selection.node.type.name === 'figure')
    return false
  const { $to } = selection
  const paragraph = schema.node('paragraph')
  const isPossible = $to.parent.canReplaceWith($to.index(), $to.index(), paragraph.type)
  const at = isPossible || $to.depth === 0 ? $to.pos : $to.after(1)
  tr.insert(at, paragraph)
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, at + 1)).scrollIntoView())
  return true
}

/** What is typed never takes the place of a block that is selected as a whole. */
export const typeBesideBlock = (view: EditorView, text: string): boolean => {
  if (!leaveBlock(view)) return false
  view.dispatch(view.state.tr.insertText(text))
  return true
}

// The words of a textblock go behind those that end the list above it.
const joinList = (change: Transaction, $at: ResolvedPos, $end: ResolvedPos): void => {
  const { content } = $at.parent
  change.delete($at.before(), $at.after()).insert($end.pos, content)
  change.setSelection(TextSelection.create(change.doc, $end.pos))
}

const goInto = (change: Transaction, $at: ResolvedPos, inside: Selection): void => {
  change.setSelection(inside)
  // A line without words is what was to be taken away.
  if ($at.parent.content.size === 0) change.delete($at.before(), $at.after())
}

const isTable = (node: Node | null): boolean => node?.type.name === 'table'

/**
 * Takes over the cursor where the browser has it. It tells of a moved one in a task of its own, before which a key that follows at once
 * would be tried where the cursor was.
 */
export const catchUp = (view: EditorView): void => {
  const { selection, doc, tr } = view.state
  const shown = view.dom.ownerDocument.getSelection()
  if (!(selection instanceof TextSelection) || !selection.empty) return
  if (!shown?.anchorNode || !shown.isCollapsed || !view.dom.contains(shown.anchorNode)) return
  const place = doc.resolve(view.posAtDOM(shown.anchorNode, shown.anchorOffset, 1))
  if (place.parent.inlineContent && place.pos !== selection.head)
    view.dispatch(tr.setSelection(new TextSelection(place)))
}

/**
 * Backspace at the start of a block below a table or list, and Delete at the end of one above a table, as word processors have them:
 * the cursor goes into the table, which stays; the words join those of the last item. An HTML block beside them is selected first.
 */
export const handleBorderKey = (view: EditorView, key: string): boolean => {
  if (key !== 'Backspace' && key !== 'Delete') return false
  const { selection, tr, doc } = view.state
  const { $from: $at, empty } = selection
  const isBack = key === 'Backspace'
  const edge = isBack ? 0 : $at.parent.content.size
  if (!empty || !$at.parent.isTextblock || $at.parent.type.spec.code) return false
  if ($at.parentOffset !== edge || $at.parent.type.name === 'caption') return false
  const beside = doc.resolve(isBack ? $at.before() : $at.after())
  const neighbour = isBack ? beside.nodeBefore : beside.nodeAfter
  const inside = Selection.findFrom(beside, isBack ? -1 : 1, true)
  if (neighbour?.type.name === opaqueTag)
    tr.setSelection(NodeSelection.create(doc, isBack ? beside.pos - neighbour.nodeSize : beside.pos))
  else if (!inside) return false
  else if (isTable(neighbour)) goInto(tr, $at, inside)
  else if (isBack && isList(neighbour?.type.name) && inside.$from.parent.type.name === 'paragraph')
    joinList(tr, $at, inside.$from)
  else return false
  view.dispatch(tr.scrollIntoView())
  return true
}
