import { closeHistory } from 'prosemirror-history'
import { Fragment, type Node, type NodeType, type ResolvedPos, type Schema } from 'prosemirror-model'
import { type EditorState, NodeSelection, Selection, TextSelection, type Transaction } from 'prosemirror-state'
import { findWrapping } from 'prosemirror-transform'
import type { EditorView } from 'prosemirror-view'
import { figureOf, mediumAt, type Picture } from '../pictures/picture-commands.ts'
import { textOf } from '../text/text-state.ts'
import { boxes, type BoxName, type Card } from './block-nodes.ts'

/** Blocks with words in them, which can stand around what is there already. */
export type FrameName = 'pullQuote' | 'information' | 'warning'

const isEmptyParagraph = (node: Node | null): boolean => node?.type.name === 'paragraph' && node.content.size === 0

// Behind the innermost block around the cursor that may have such a neighbour, or in the place of an empty paragraph.
const roomFor = ($at: ResolvedPos, type: NodeType): { from: number; to: number } => {
  for (let depth = $at.depth; depth > 0; depth -= 1) {
    const around = $at.node(depth - 1)
    const index = $at.index(depth - 1)
    if (isEmptyParagraph($at.node(depth)) && around.canReplaceWith(index, index + 1, type))
      return { from: $at.before(depth), to: $at.after(depth) }
    if (around.canReplaceWith(index + 1, index + 1, type)) return { from: $at.after(depth), to: $at.after(depth) }
  }
  return { from: $at.pos, to: $at.pos }
}

// Each is undone by itself, however quickly it follows what was typed.
const step = (view: EditorView, change: Transaction): void => view.dispatch(closeHistory(change))

const emptyParagraph = (schema: Schema): Node => schema.node('paragraph')

/** A change that puts a block at the cursor, with a paragraph behind it where no words follow, and the cursor into it or behind it. */
export const blockInPlace = ({ selection, tr, schema }: EditorState, block: Node): Transaction => {
  const { from, to } = roomFor(textOf(selection).$to, block.type)
  const $to = tr.doc.resolve(to)
  const isFollowed = Boolean($to.nodeAfter?.isTextblock)
  tr.replaceWith(from, to, isFollowed ? [block] : [block, emptyParagraph(schema)])
  const isEmpty = !block.textContent && Boolean(block.firstChild) && !/^(gallery|video)$/.test(block.type.name)
  tr.setSelection(Selection.near(tr.doc.resolve(isEmpty ? from + 1 : from + block.nodeSize)))
  return tr.scrollIntoView()
}

const put = (view: EditorView, block: Node): void => {
  step(view, blockInPlace(view.state, block))
  view.focus()
}

const frameAround = (state: EditorState, name: FrameName): Transaction | null => {
  const type = state.schema.nodes[name]
  const { $from, $to } = textOf(state.selection)
  const range = $from.blockRange($to)
  if (!type || !range || isEmptyParagraph($from.parent)) return null
  const wrapping = findWrapping(range, type)
  return wrapping && state.tr.wrap(range, wrapping).scrollIntoView()
}

/** Puts a frame around the paragraphs that are selected, or an empty one where the cursor is. */
export const putFrame = (view: EditorView, name: FrameName): void => {
  const { state } = view
  const around = frameAround(state, name)
  if (around) step(view, around)
  else step(view, blockInPlace(state, state.schema.node(name, null, emptyParagraph(state.schema))))
  view.focus()
}

/** Puts empty columns where the cursor is, and the cursor into the first. */
export const putColumns = (view: EditorView, count: 2 | 3): void => {
  const { schema } = view.state
  const columns = Array.from({ length: count }, () => schema.node('column', null, emptyParagraph(schema)))
  put(view, schema.node('columns', null, columns))
}

/** Puts a card where the cursor is, or changes the one that is selected. */
export const putCard = (view: EditorView, card: Card): void => {
  const { selection, tr, schema } = view.state
  const isChange = selection instanceof NodeSelection && selection.node.type.name === 'card'
  if (!isChange) return put(view, schema.node('card', card))
  tr.setNodeMarkup(selection.from, null, card)
  step(view, tr.setSelection(NodeSelection.create(tr.doc, selection.from)).scrollIntoView())
}

/** Puts a film of this site where the cursor is, or in the place of the one that is selected. */
export const putVideo = (view: EditorView, address: string): void => {
  const { state } = view
  const there = mediumAt(state, /^video$/)
  if (there) step(view, state.tr.setNodeMarkup(there.at, null, { ...there.node.attrs, address }))
  else put(view, state.schema.node('video', { address }, state.schema.node('caption')))
}

/** The innermost box of other blocks around the cursor, and where it starts; null outside of any. */
export const boxAt = ({ selection }: EditorState): { name: BoxName; node: Node; at: number } | null => {
  const { $from } = selection
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth)
    const name = (Object.keys(boxes) as BoxName[]).find((one) => one === node.type.name) // the names of our own table
    if (name && name !== 'column') return { name, node, at: $from.before(depth) }
  }
  return null
}

/** Makes information of a warning, and the other way round. */
export const changeFrame = (view: EditorView, name: FrameName): void => {
  const box = boxAt(view.state)
  if (box) step(view, view.state.tr.setNodeMarkup(box.at, view.state.schema.nodes[name], box.node.attrs))
  view.focus()
}

/** Gives the columns at the cursor another number; what stood in the third goes below the second. */
export const countColumns = (view: EditorView, count: 2 | 3): void => {
  const { schema, tr } = view.state
  const box = boxAt(view.state)
  if (box?.name !== 'columns' || box.node.childCount === count) return
  const end = box.at + box.node.nodeSize - 1
  const [, second, third] = box.node.children
  if (third && second) {
    const joined = second.copy(second.content.append(third.content))
    tr.replaceWith(end - third.nodeSize - second.nodeSize, end, joined)
  } else tr.insert(end, schema.node('column', null, emptyParagraph(schema)))
  step(view, tr.scrollIntoView())
  view.focus()
}

const contentOf = ({ node, name }: { node: Node; name: BoxName }): Fragment =>
  name === 'columns' ? node.children.reduce((all, column) => all.append(column.content), Fragment.empty) : node.content

/** Takes the box around the cursor away and leaves what stands in it. */
export const unwrapBox = (view: EditorView): void => {
  const box = boxAt(view.state)
  if (!box) return
  const { tr } = view.state
  tr.replaceWith(box.at, box.at + box.node.nodeSize, contentOf(box))
  step(view, tr.setSelection(Selection.near(tr.doc.resolve(box.at + 1))).scrollIntoView())
  view.focus()
}

/** Takes the box around the cursor out of the text with all that stands in it. */
export const removeBox = (view: EditorView): void => {
  const box = boxAt(view.state)
  if (!box) return
  const { tr } = view.state
  tr.delete(box.at, box.at + box.node.nodeSize)
  step(view, tr.setSelection(Selection.near(tr.doc.resolve(box.at))).scrollIntoView())
  view.focus()
}

/** Puts pictures into the gallery at the cursor, or a new gallery of them where the cursor is. */
export const putGallery = (view: EditorView, pictures: readonly Picture[]): void => {
  const { schema, tr } = view.state
  const figures = pictures.map((picture) => figureOf(schema, picture))
  const box = boxAt(view.state)
  if (!figures.length) return
  if (box?.name !== 'gallery') return put(view, schema.node('gallery', null, figures))
  step(view, tr.insert(box.at + box.node.nodeSize - 1, figures).scrollIntoView())
  view.focus()
}

/** Puts the cursor into a new paragraph below the box around it. False outside of any. */
export const leaveBox = (view: EditorView): boolean => {
  const box = boxAt(view.state)
  if (!box) return false
  const below = box.at + box.node.nodeSize
  const tr = view.state.tr.insert(below, emptyParagraph(view.state.schema))
  step(view, tr.setSelection(TextSelection.create(tr.doc, below + 1)).scrollIntoView())
  return true
}
