import { Fragment, type Node, Slice } from 'prosemirror-model'
import type { Transaction } from 'prosemirror-state'
import { withoutWrap } from '../tables/table-slice.ts'

const asParagraph = (figure: Node): Node =>
  figure.type.schema.node('paragraph', null, figure.firstChild?.content ?? Fragment.empty)

/** A slice in which a figure of which only words were copied is a paragraph: its picture would come twice. */
export const withoutHalfFigures = (slice: Slice): Slice => {
  const { content, openStart, openEnd } = slice
  const { firstChild, lastChild, childCount } = content
  const isHalf = (node: Node | null, open: number): node is Node => node?.type.name === 'figure' && open > 0
  const [atStart, atEnd] = [isHalf(firstChild, openStart), isHalf(lastChild, openEnd)]
  if (!atStart && !atEnd) return slice
  const nodes = content.content.map((node, at) =>
    (at === 0 && atStart) || (at === childCount - 1 && atEnd) ? asParagraph(node) : node,
  )
  return new Slice(Fragment.from(nodes), atStart ? openStart - 1 : openStart, atEnd ? openEnd - 1 : openEnd)
}

const isWords = ({ content }: Fragment): boolean => content.every((node) => node.isText)

/** Puts a slice into a caption: words of one line, all else below the figure, which blocks would cut in two. False outside of captions. */
export const placeInCaption = (change: Transaction, slice: Slice): boolean => {
  const { $from, $to } = change.selection
  if ($from.parent.type.name !== 'caption' || !$from.sameParent($to)) return false
  const { content } = withoutWrap(slice)
  const [only] = content.content
  const line = content.childCount === 1 && only?.isTextblock && !only.type.spec.code ? only.content : content
  const { paragraph } = change.doc.type.schema.nodes
  if (isWords(line)) change.replaceSelection(new Slice(line, 0, 0))
  else if (line.content.every((node) => node.isInline)) change.insert($to.after(1), paragraph?.create(null, line) ?? [])
  else change.insert($to.after(1), slice.content)
  change.scrollIntoView()
  return true
}
