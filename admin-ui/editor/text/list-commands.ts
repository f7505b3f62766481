import { Slice } from 'prosemirror-model'
import type { EditorState } from 'prosemirror-state'
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
