import { closeHistory } from 'prosemirror-history'
import type { Attrs, Node, ResolvedPos, Schema } from 'prosemirror-model'
import { type EditorState, NodeSelection, Selection, TextSelection, type Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { type PictureSide, type PictureSize, withSide, withSize } from './picture-size.ts'

/** A picture as it is put into a text; `size` is that of its file, null when it could not be read. */
export type Picture = {
  address: string
  alt: string
  caption: string
  size: { width: number; height: number } | null
}

/** A node of the text and where it starts. */
type Place = { node: Node; at: number }

/** The node of such a name that is selected, or in whose caption the cursor stands; null without one. */
export const mediumAt = ({ selection }: EditorState, names: RegExp): Place | null => {
  if (selection instanceof NodeSelection)
    return names.test(selection.node.type.name) ? { node: selection.node, at: selection.from } : null
  const { $from, $to } = selection
  if ($from.parent.type.name !== 'caption' || !$from.sameParent($to)) return null
  const node = $from.node(-1)
  return names.test(node.type.name) ? { node, at: $from.before(-1) } : null
}

/** The figure or picture that is selected, or in whose caption the cursor stands; null without one. */
export const pictureAt = (state: EditorState): Place | null => mediumAt(state, /^(figure|image)$/)

const keptSize = (size: Picture['size']): Record<string, string> | null =>
  size && { 'data-kept-width': String(size.width), 'data-kept-height': String(size.height) }

/** The figure of a picture. */
export const figureOf = (schema: Schema, { address, alt, caption, size }: Picture): Node =>
  schema.node('figure', { imageUrl: address, altText: alt, imageAttrs: keptSize(size) }, [
    schema.node('caption', null, caption ? schema.text(caption) : []),
  ])

const holdsFigure = ({ type }: Node): boolean => /^(doc|column)$/.test(type.name)

// The depth of the block beside which a figure can stand: the top level, or that of a column.
const levelOf = ($at: ResolvedPos): number => {
  for (let depth = $at.depth; depth > 0; depth -= 1) if (holdsFigure($at.node(depth - 1))) return depth
  return 0
}

// Where a figure goes: beside the block of the cursor, in the place of an empty paragraph, between the halves of one.
const makeRoom = (change: Transaction, $at: ResolvedPos): { from: number; to: number } => {
  const { parent, parentOffset, depth, pos } = $at
  const at = (from: number) => ({ from, to: from })
  if (depth === 0) return at(pos)
  const isParagraph = parent.type.name === 'paragraph'
  if (isParagraph && !parent.content.size) return { from: $at.before(), to: $at.after() }
  const level = levelOf($at)
  if (parentOffset === 0 && parent.content.size) return at($at.before(level))
  if (!isParagraph || level < depth || parentOffset === parent.content.size) return at($at.after(level))
  change.split(pos)
  return at(pos + 1)
}

/** True where a picture becomes a figure, false where it stands in a line of words. */
export const takesFigure = ({ selection: { $to } }: EditorState): boolean =>
  $to.depth === 0 || holdsFigure($to.node(-1)) || $to.parent.type.name === 'caption'

/** Puts a picture behind the selection, and the cursor behind the picture. */
export const insertPicture = (view: EditorView, picture: Picture): void => {
  const { state } = view
  const { schema, tr } = state
  const { $to } = state.selection
  if (!takesFigure(state)) {
    const { address: imageUrl, alt: altText, size } = picture
    const image = schema.node('image', { imageUrl, altText, htmlAttrs: keptSize(size) })
    tr.setSelection(TextSelection.near($to, -1)).replaceSelectionWith(image, false)
    view.dispatch(tr.scrollIntoView())
    return
  }
  const { from, to } = makeRoom(tr, $to)
  const figure = figureOf(schema, picture)
  tr.replaceWith(from, to, tr.doc.nodeAt(to)?.isTextblock ? [figure] : [figure, schema.node('paragraph')])
  tr.setSelection(Selection.near(tr.doc.resolve(from + figure.nodeSize + 1)))
  view.dispatch(tr.scrollIntoView())
}

const change = (view: EditorView, attrsOf: (attrs: Attrs) => Attrs): void => {
  const { state } = view
  const there = pictureAt(state)
  if (!there) return
  const tr = state.tr.setNodeMarkup(there.at, null, attrsOf(there.node.attrs), there.node.marks)
  if (state.selection instanceof NodeSelection) tr.setSelection(NodeSelection.create(tr.doc, there.at))
  view.dispatch(tr.scrollIntoView())
}

/** Sets how wide the picture at the cursor is shown. */
export const resizePicture = (view: EditorView, size: PictureSize): void => {
  change(view, (attrs) => withSize(attrs, size))
  view.focus()
}

/** Sets on which side of the words the figure at the cursor stands. */
export const placePicture = (view: EditorView, side: PictureSide): void => {
  change(view, (attrs) => withSide(attrs, side))
  view.focus()
}

const withPicture = (attrs: Attrs, { address, alt, size }: Picture): Attrs => {
  const changed = { ...attrs, imageUrl: address, altText: alt }
  if (address === attrs.imageUrl) return changed
  const key = 'imageAttrs' in attrs ? 'imageAttrs' : 'htmlAttrs'
  const { 'data-kept-width': _width, 'data-kept-height': _height, ...others } = attrs[key] ?? {}
  return { ...changed, [key]: { ...others, ...keptSize(size) } }
}

/** Gives the picture at the cursor another description or file. */
export const changePicture = (view: EditorView, picture: Picture): void =>
  change(view, (attrs) => withPicture(attrs, picture))

/** Takes the picture, film or card at the cursor out of the text, with its caption; a gallery goes with its last picture. */
export const removePicture = (view: EditorView): void => {
  const there = mediumAt(view.state, /^(figure|image|video|card)$/)
  if (!there) return
  const $at = view.state.doc.resolve(there.at)
  const isLast = $at.parent.type.name === 'gallery' && $at.parent.childCount === 1
  const [from, to] = isLast ? [$at.before(), $at.after()] : [there.at, there.at + there.node.nodeSize]
  const tr = view.state.tr.delete(from, to)
  view.dispatch(
    closeHistory(tr)
      .setSelection(Selection.near(tr.doc.resolve(from)))
      .scrollIntoView(),
  )
  view.focus()
}

const leaveBelow = (view: EditorView, $from: ResolvedPos): boolean => {
  const $figure = view.state.doc.resolve($from.before(-1))
  const below = $figure.parent.type.name === 'gallery' ? $figure.after() : $from.after(-1)
  const tr = view.state.tr.insert(below, view.state.schema.node('paragraph'))
  view.dispatch(tr.setSelection(TextSelection.create(tr.doc, below + 1)).scrollIntoView())
  return true
}

const selectFigure = (view: EditorView, at: number): boolean => {
  view.dispatch(view.state.tr.setSelection(NodeSelection.create(view.state.doc, at)))
  return true
}

/** Keys in a caption and on a selected figure; what is typed there goes into its caption instead of replacing the picture. */
export const handleFigureKey = (view: EditorView, event: KeyboardEvent): boolean => {
  const { selection, tr, doc } = view.state
  const there = mediumAt(view.state, /^(figure|video|card)$/)
  if (!there || event.ctrlKey || event.metaKey || event.altKey) return false
  if (selection instanceof NodeSelection) {
    if (/^(Backspace|Delete)$/.test(event.key)) {
      removePicture(view)
      return true
    }
    if (event.key.length === 1 && there.node.type.name !== 'card')
      view.dispatch(tr.setSelection(TextSelection.near(doc.resolve(selection.to - 1), -1)))
    return false
  }
  const { $from, empty } = selection
  if (event.key === 'Enter') return leaveBelow(view, $from)
  if (!empty) return false
  if (/^(Backspace|ArrowLeft)$/.test(event.key) && !event.shiftKey && $from.parentOffset === 0)
    return selectFigure(view, there.at)
  // Nothing from below comes into a caption.
  return event.key === 'Delete' && $from.parentOffset === $from.parent.content.size
}
