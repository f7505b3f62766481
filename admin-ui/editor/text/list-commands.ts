import { Fragment, NodeRange, type ResolvedPos, Slice } from 'prosemirror-model'
import type { EditorState, Transaction } from 'prosemirror-state'
import { liftTarget, ReplaceAroundStep } from 'prosemirror-transform'
import { isList, textOf } from './text-state.ts'
import type { TextControls } from './text-controls.ts'

/** Makes or changes a list of what is selected; the package's own command throws where an item ends with no paragraph. */
export const setList = ({ view, exec }: TextControls, kind: 'bulletList' | 'orderedList'): void => {
  const { doc, schema, selection, tr } = view.state
  const { $from, $to } = textOf(selection)
  const range = $from.blockRange($to, (node) => isList(node.type.name))
  if (!range) return exec(kind)
  const around = $from.before(range.depth)
  doc.nodesBetween($from.pos, $to.pos, ({ type, attrs }, at) => {
    if (isList(type.name) && at >= around) tr.setNodeMarkup(at, schema.nodes[kind], { htmlAttrs: attrs.htmlAttrs })
  })
  view.dispatch(tr.scrollIntoView())
}

/** A list that is pasted behind words stays whole: its first item does not become a part of the paragraph. */
export const wholeList = ({ selection: { $from } }: EditorState, slice: Slice): Slice => {
  const { content, openStart, openEnd } = slice
  const isWhole = isList(content.firstChild?.type.name) && (content.firstChild?.childCount ?? 0) > 1
  const isBehindWords = $from.depth === 1 && $from.parent.type.name === 'paragraph' && $from.parent.content.size > 0
  return isWhole && openStart && isBehindWords ? new Slice(content, 0, openEnd) : slice
}

const itemsBetween = ($from: ResolvedPos, $to: ResolvedPos): NodeRange | null =>
  $from.blockRange($to, ({ firstChild }) => firstChild?.type.name === 'listItem')

const isNested = ({ $from, depth }: NodeRange): boolean => $from.node(depth - 1).type.name === 'listItem'

// What stands below a nested list in its item goes into the last item of that list.
const tuckRest = (change: Transaction, { $from, depth }: NodeRange): void => {
  const rest = $from.node(depth - 1).content.cut($from.after(depth) - $from.start(depth - 1))
  change.delete($from.after(depth), $from.end(depth - 1)).insert($from.end(depth) - 1, rest)
}

const liftItems = (change: Transaction, { $from, end, depth, parent }: NodeRange): void => {
  const endOfList = $from.end(depth)
  // Items below become children of the lifted one.
  const wrapper = Fragment.from($from.node(depth + 1).type.create(null, parent.copy(Fragment.empty)))
  if (end < endOfList)
    change.step(new ReplaceAroundStep(end - 1, endOfList, end, endOfList, new Slice(wrapper, 1, 0), 1, true))
  const range = new NodeRange(change.doc.resolve($from.pos), change.doc.resolve(endOfList), depth)
  const target = liftTarget(range)
  if (target !== null) change.lift(range, target)
}

/**
 * Takes the items at the cursor one level out of their list. The package's own throws where more than a paragraph stands below a
 * nested list: an item cannot begin with it.
 */
export const outdent = ({ view, exec }: Pick<TextControls, 'view' | 'exec'>): void => {
  const { selection, tr } = view.state
  const { $from, $to } = textOf(selection)
  const range = itemsBetween($from, $to)
  if (!range || !isNested(range)) return exec('outdent')
  tuckRest(tr, range)
  const tucked = itemsBetween(tr.doc.resolve($from.pos), tr.doc.resolve($to.pos))
  if (tucked) liftItems(tr, tucked)
  view.dispatch(tr.scrollIntoView())
}

/**
 * True where Enter or Backspace in an empty line of a list take the item one level out: the package's own commands would take away
 * what stands below the line in its item, or below the list in the item around it.
 */
export const isLifting = ({ selection: { $from, empty } }: EditorState, key: string): boolean => {
  const item = $from.depth ? $from.node(-1) : null
  if (!empty || $from.parent.content.size || item?.type.name !== 'listItem') return false
  if (key === 'Backspace') return $from.index(-1) === 0 && item.childCount > 1
  const isAtEnd = (depth: number): boolean => $from.indexAfter(depth) === $from.node(depth).childCount
  const isNestedEnd = $from.node(-3).type.name === 'listItem' && isAtEnd(-1) && isAtEnd(-2)
  return key === 'Enter' && isNestedEnd && !isAtEnd(-3)
}
