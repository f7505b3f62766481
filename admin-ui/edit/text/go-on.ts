import { TextSelection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { Handed } from './handed.ts'

type Point = NonNullable<Handed['point']>

// The tools above the text are not drawn yet.
const placeOf = ({ dom }: EditorView, { left, top }: Point) => ({
  left: dom.getBoundingClientRect().left + left,
  top: (dom.firstElementChild ?? dom).getBoundingClientRect().top + top,
})

/** Goes on in the editor with what was begun before it was there: the cursor stands where somebody pressed, behind what was typed. */
export const goOn = (view: EditorView, handed: Handed | null): void => {
  if (!handed) return
  const { point, typed, hasFocus } = handed
  if (hasFocus) view.focus()
  const found = point && view.posAtCoords(placeOf(view, point))
  const place = view.state.doc.resolve(found?.pos ?? view.state.doc.content.size)
  const change = view.state.tr.setSelection(TextSelection.near(place, -1))
  typed.split('\n').forEach((line, index) => {
    if (index > 0) change.split(change.selection.from)
    if (line !== '') change.insertText(line)
  })
  view.dispatch(change.scrollIntoView())
}
