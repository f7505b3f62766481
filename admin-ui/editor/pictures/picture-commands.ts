import type { Attrs, Node, ResolvedPos, Schema } from 'prosemirror-model'
import { type EditorState, NodeSelection, Selection, TextSelection, type Transaction } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { type PictureSize, withSize } from './picture-size.ts'

/** A picture as it is put into a text; `size` is that of its file, null when it could not be read. */
export type Picture = {
  address: string
  alt: string
  caption: string
  size: { width: number; height: number } | null
}

/** The figure or picture that is selected, or in whose caption the cursor stands; null without one. */
export const pictureAt = ({ selection }: EditorState): { node: Node; at: number } | null => {
  if (selection instanceof NodeSelection)
    return /^(figure|image)$/.test(selection.node.type.name) ? { node: selection.node, at: selection.from } : null
  const { $from, $to } = selection
  if ($from.parent.type.name !== 'caption' || !$from.sameParent($to)) return null
  return { node: $from.node(-1), at: $from.before(-1) }
}

const keptSize = (size: Picture['size']): Record<string, string> | null =>
  size && { 'data-kept-width': String(size.width), 'data-kept-height': String(size.height) }

const figureOf = (schema: Schema, { address, alt, caption, size }: Picture): Node =>
  schema.node('figure', { imageUrl: address, altText: alt, imageAttrs: keptSize(size) }, [
    schema.node('caption', null, caption ? schema.text(caption) : []),
  ])

// Where a figure goes: beside the block of the cursor, in the place of an empty paragraph, between the halves of one.
const makeRoom = (change: Transaction, $at: ResolvedPos): { from: number; to: number } => {
  const { parent, parentOffset, depth, pos } = $at
  const at = (from: number) => ({ from, to: from })
  if (depth === 0) return at(pos)
  const isParagraph = parent.type.name === 'paragraph'
  if (isParagraph && !parent.content.size) return { from: $at.before(), to: $at.after() }
  if (parentOffset === 0 && parent.content.size) return at($at.before(1))
  if (!isParagraph || parentOffset === parent.content.size) return at($at.after(1))
  change.split(pos)
  return at(pos + 1)
}

/** True where a picture becomes a figure, false where it stands in a line of words. */
export const takesFigure = ({ selection: { $to } }: EditorState): boolean =>
  $to.depth < 2 || $to.parent.type.name === 'caption'

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

/** Takes the picture at the cursor out of the text, with its caption. */
export const removePicture = (view: EditorView): void => {
  const there = pictureAt(view.state)
  if (!there) return
  const tr = view.state.tr.delete(there.at, there.at + there.node.nodeSize)
  view.dispatch(tr.setSelection(Selection.near(tr.doc.resolve(there.at))).scrollIntoView())
  view.focus()
}

const leaveBelow = (view: EditorView, $from: ResolvedPos): boolean => {
  const below = $from.after(-1)
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
  const there = pictureAt(view.state)
  if (there?.node.type.name !== 'figure' || event.ctrlKey || event.metaKey || event.altKey) return false
  if (selection instanceof NodeSelection) {
    if (event.key.length === 1) view.dispatch(tr.setSelection(TextSelection.near(doc.resolve(selection.to - 1), -1)))
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
