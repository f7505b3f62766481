import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import type { Schema } from 'prosemirror-model'
import { type EditorState, type Plugin, TextSelection, type Transaction } from 'prosemirror-state'
import { markRules } from './typed-marks.ts'

/** A change that puts a dividing line in the place of the paragraph at the cursor, and the cursor below it. Null where none can stand. */
export const lineInPlace = ({ selection: { $from }, schema, tr }: EditorState): Transaction | null => {
  const line = schema.nodes.thematicBreak
  const [around, at] = [$from.node(-1), $from.index(-1)]
  if (!line || !around.canReplaceWith(at, at + 1, line)) return null
  tr.replaceWith($from.before(), $from.after(), [line.create(), schema.node('paragraph')])
  return tr.setSelection(TextSelection.near(tr.doc.resolve($from.before() + 2)))
}

// Three hyphens alone in a paragraph; the third is being typed.
const line = new InputRule(/^---$/, (state) => {
  const { parent } = state.selection.$from
  return parent.type.name === 'paragraph' && parent.content.size === 2 ? lineInPlace(state) : null
})

/** What Markdown types at the start of a paragraph (`## `, `- `, `1. `, `> `, `---`) and within it (typed-marks.ts); Backspace right after takes it back. */
export const typedRules = (schema: Schema): Plugin => {
  const { heading, bulletList, orderedList, blockQuote } = schema.nodes
  return inputRules({
    rules: [
      // The first heading of the page is the title of the text.
      heading && textblockTypeInputRule(/^(#{1,3})\s$/, heading, ([, signs]) => ({ level: signs === '###' ? 3 : 2 })),
      bulletList && wrappingInputRule(/^[-*]\s$/, bulletList),
      orderedList && wrappingInputRule(/^1[.)]\s$/, orderedList),
      blockQuote && wrappingInputRule(/^>\s$/, blockQuote),
      line,
      ...markRules(schema),
    ].filter((one) => one !== undefined),
  })
}
