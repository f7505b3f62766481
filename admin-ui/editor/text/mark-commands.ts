import { toggleMark } from 'prosemirror-commands'
import type { EditorView } from 'prosemirror-view'
import { textOf } from './text-state.ts'

/** Marks what is selected, or what is typed next, or takes the mark away. */
export const toggle = (view: EditorView, name: 'u' | 'strike'): void => {
  const type = view.state.schema.marks[name]
  const selection = textOf(view.state.selection)
  if (selection !== view.state.selection) view.dispatch(view.state.tr.setSelection(selection))
  if (type) toggleMark(type)(view.state, view.dispatch)
  view.focus()
}

/** Takes bold, italic and all other marks but links from what is selected, or from the paragraph of the cursor. */
export const clearFormatting = (view: EditorView): void => {
  const { schema, tr, selection } = view.state
  const { $from, from, to, empty } = textOf(selection)
  const [first, last] = empty ? [$from.start(), $from.end()] : [from, to]
  for (const type of Object.values(schema.marks)) if (type.name !== 'link') tr.removeMark(first, last, type)
  view.dispatch(tr.setStoredMarks([]))
  view.focus()
}
