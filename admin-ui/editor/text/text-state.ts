import { redoDepth, undoDepth } from 'prosemirror-history'
import type { Mark, MarkType } from 'prosemirror-model'
import { type EditorState, Selection, TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { type BoxName, boxes } from '../blocks/block-nodes.ts'
import { foundIn } from '../find/find.ts'
import { mediumAt, pictureAt } from '../pictures/picture-commands.ts'
import { type PictureSide, type PictureSize, sideOf, sizeOf } from '../pictures/picture-size.ts'
import { tableState } from '../tables/table-commands.ts'
import { withButton } from './own-nodes.ts'
import type { TextControls } from './text-controls.ts'

/** What stands at the cursor, for the toolbar. `level` is that of a heading, 0 for other blocks. */
export type TextState = {
  isBold: boolean
  isItalic: boolean
  isUnderlined: boolean
  isStruck: boolean
  level: number
  isQuote: boolean
  isBullets: boolean
  isNumbers: boolean
  isTable: boolean
  /** What stands out of the table at the cursor. */
  table: ReturnType<typeof tableState>
  isLink: boolean
  /** The size of the picture at the cursor; null without one. */
  picture: PictureSize | null
  /** The side on which the figure at the cursor stands; null without one, or in a gallery. */
  side: PictureSide | null
  /** The film or card at the cursor. */
  medium: 'video' | 'fileCard' | 'videoCard' | null
  /** The innermost box of blocks around the cursor. */
  box: BoxName | null
  /** How many columns it has. */
  columns: number
  canUndo: boolean
  canRedo: boolean
  /** What is typed behind a `/` that begins a paragraph; null without one. */
  slash: string | null
  /** What is typed behind an `@` that begins a word, its first letter on; null without one. */
  sought: string | null
  /** How many places of the words that are sought were found, and which is the current one. */
  found: { count: number; at: number }
}

/** The state before the editor stands. */
export const noState: TextState = {
  isBold: false,
  isItalic: false,
  isUnderlined: false,
  isStruck: false,
  level: 0,
  isQuote: false,
  isBullets: false,
  isNumbers: false,
  isTable: false,
  table: null,
  isLink: false,
  picture: null,
  side: null,
  medium: null,
  box: null,
  columns: 0,
  canUndo: false,
  canRedo: false,
  slash: null,
  sought: null,
  found: { count: 0, at: 0 },
}

const hasMark = ({ selection, storedMarks, doc }: EditorState, type: MarkType | undefined): boolean => {
  if (!type) return false
  if (selection.empty) return Boolean(type.isInSet(storedMarks ?? selection.$from.marks()))
  return doc.rangeHasMark(selection.from, selection.to, type)
}

/** 'Select all' selects the document itself, which has no block; meant is its text. */
export const textOf = (selection: Selection): Selection =>
  selection.$from.depth ? selection : TextSelection.between(selection.$from, selection.$to)

const slashAt = ({ selection: { $from, empty } }: EditorState): string | null => {
  const { parent, parentOffset } = $from
  if (!empty || parent.type.name !== 'paragraph' || parentOffset !== parent.content.size) return null
  return /^\/([\p{L}\d ]{0,20})$/u.exec(parent.textContent)?.[1] ?? null
}

const soughtAt = ({ selection: { $from, empty } }: EditorState): string | null => {
  const { parent, parentOffset } = $from
  if (!empty || !parent.inlineContent || parent.type.spec.code) return null
  const before = parent.textBetween(0, parentOffset, undefined, '\ufffc')
  return /(?:^|[\s([“„«])@([\p{L}\d][\p{L}\d ._'’-]{0,40})$/u.exec(before)?.[1] ?? null
}

/** True for the name of a list. */
export const isList = (name: string | undefined): boolean => name === 'bulletList' || name === 'orderedList'

const isBox = (name: string): name is BoxName => name !== 'column' && Object.hasOwn(boxes, name)

const mediumIn = (state: EditorState): TextState['medium'] => {
  const { node } = mediumAt(state, /^(video|card)$/) ?? {}
  if (node?.type.name === 'card') return node.attrs.kind === 'video' ? 'videoCard' : 'fileCard'
  return node ? 'video' : null
}

/** Reads the toolbar's state. */
export const readState = (state: EditorState): TextState => {
  const { $from } = textOf(state.selection)
  const nodes = Array.from({ length: $from.depth }, (_, depth) => $from.node(depth + 1))
  const names = nodes.map(({ type }) => type.name)
  const list = names.findLast(isList)
  const { strong, emph, u, strike, link } = state.schema.marks
  const picture = pictureAt(state)
  const around = nodes.findLast(({ type }) => isBox(type.name))
  const box = around && isBox(around.type.name) ? around.type.name : null
  return {
    isBold: hasMark(state, strong),
    isItalic: hasMark(state, emph),
    isUnderlined: hasMark(state, u),
    isStruck: hasMark(state, strike),
    level: $from.parent.type.name === 'heading' ? Number($from.parent.attrs.level) : 0,
    isQuote: names.includes('blockQuote'),
    isBullets: list === 'bulletList',
    isNumbers: list === 'orderedList',
    isTable: names.includes('table'),
    table: names.includes('table') ? tableState(state) : null,
    isLink: hasMark(state, link),
    picture: picture && sizeOf(picture.node.attrs),
    side: picture?.node.type.name === 'figure' && box !== 'gallery' ? sideOf(picture.node.attrs) : null,
    medium: mediumIn(state),
    box,
    columns: box === 'columns' ? (around?.childCount ?? 0) : 0,
    canUndo: undoDepth(state) > 0,
    canRedo: redoDepth(state) > 0,
    slash: names.includes('table') ? null : slashAt(state),
    sought: soughtAt(state),
    found: foundIn(state),
  }
}

/** True when both say the same. */
export const isSameState = (one: TextState, other: TextState): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Puts a quotation around the paragraph, or takes it away. */
export const toggleQuote = ({ view, exec }: TextControls): void => {
  const { $from, $to } = textOf(view.state.selection)
  const range = $from.blockRange($to, (node) => node.type.name === 'blockQuote')
  if (range) view.dispatch(view.state.tr.lift(range, range.depth - 1).scrollIntoView())
  else exec('blockQuote')
  view.focus()
}

/** The link at the cursor: its mark and where it starts and ends; null without one. */
export const linkAt = (state: EditorState): { mark: Mark; from: number; to: number } | null => {
  const type = state.schema.marks.link
  const { $from } = state.selection
  const mark = type?.isInSet($from.marks()) ?? type?.isInSet($from.nodeAfter?.marks ?? [])
  if (!mark) return null
  // The neighbours with the very same mark belong to the same link.
  let first = $from.index()
  const { parent } = $from
  if (!mark.isInSet(parent.maybeChild(first)?.marks ?? [])) first -= 1
  let last = first
  while (first > 0 && mark.isInSet(parent.child(first - 1).marks)) first -= 1
  while (last < parent.childCount - 1 && mark.isInSet(parent.child(last + 1).marks)) last += 1
  const startOf = (index: number): number => {
    let at = $from.start()
    for (let before = 0; before < index; before += 1) at += parent.child(before).nodeSize
    return at
  }
  return { mark, from: startOf(first), to: startOf(last + 1) }
}

/** Sets the address and look of the link at the cursor, or makes the selection (or `words`) a link. An empty address removes it. */
export const setLink = (view: EditorView, address: string, words: string, isButton?: boolean): void => {
  const { state } = view
  const type = state.schema.marks.link
  if (!type) return
  const there = linkAt(state)
  const { from, to } = there ?? state.selection
  const change = state.tr
  const before = there?.mark.attrs
  const look = isButton === undefined ? {} : { htmlAttrs: withButton(before?.htmlAttrs, isButton) }
  const mark = type.create({ ...before, linkUrl: address, ...look })
  if (!address) change.removeMark(from, to, type)
  else if (from === to) change.replaceSelectionWith(state.schema.text(words || address, [mark]), false)
  else change.removeMark(from, to, type).addMark(from, to, mark)
  // What is typed next follows the link; it must not take the place of its words.
  if (!there && address) change.setSelection(TextSelection.near(change.selection.$to, -1)).setStoredMarks([])
  view.dispatch(change.scrollIntoView())
}

/** Puts a link in the place of so many characters before the cursor, and a space behind it. */
export const putLink = (view: EditorView, length: number, address: string, words: string): void => {
  const { schema, selection, tr } = view.state
  const type = schema.marks.link
  if (!type) return
  const { from } = selection
  tr.delete(from - length, from).insert(from - length, schema.text(words, [type.create({ linkUrl: address })]))
  view.dispatch(tr.insertText(' ').setStoredMarks([]).scrollIntoView())
}

/** Puts the cursor into a block of the text, and the block into view. */
export const goToBlock = (view: EditorView, block: number): void => {
  const { doc, tr } = view.state
  const before = doc.children.slice(0, block).reduce((sum, { nodeSize }) => sum + nodeSize, 0)
  view.dispatch(tr.setSelection(Selection.near(doc.resolve(before), 1)).scrollIntoView())
}
