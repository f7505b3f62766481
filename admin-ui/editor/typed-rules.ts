import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import type { NodeType, Schema } from 'prosemirror-model'
import { type Plugin, TextSelection } from 'prosemirror-state'

// Three hyphens alone in a paragraph; the third is being typed.
const rule = (hr: NodeType): InputRule =>
  new InputRule(/^---$/, (state, _match, start) => {
    const { parent, depth } = state.selection.$from
    const $start = state.doc.resolve(start)
    if (parent.type.name !== 'paragraph' || parent.content.size !== 2) return null
    const isAllowed = $start.node(depth - 1).canReplaceWith($start.index(depth - 1), $start.indexAfter(depth - 1), hr)
    if (!isAllowed) return null
    const at = $start.before()
    const change = state.tr.replaceWith(at, $start.after(), [hr.create(), state.schema.node('paragraph')])
    return change.setSelection(TextSelection.near(change.doc.resolve(at + 2)))
  })

/**
 * What people who know Markdown type at the start of a paragraph: `## ` makes a heading, `- ` and `1. ` a list, `> ` a quotation,
 * `---` a rule. Backspace right after it takes that back.
 */
export const typedRules = ({ nodes }: Schema): Plugin => {
  const { heading, bulletList, orderedList, blockQuote, thematicBreak } = nodes
  return inputRules({
    rules: [
      // The first heading of the page is the title of the text.
      heading && textblockTypeInputRule(/^(#{1,3})\s$/, heading, ([, signs]) => ({ level: signs === '###' ? 3 : 2 })),
      bulletList && wrappingInputRule(/^[-*]\s$/, bulletList),
      orderedList && wrappingInputRule(/^1[.)]\s$/, orderedList),
      blockQuote && wrappingInputRule(/^>\s$/, blockQuote),
      thematicBreak && rule(thematicBreak),
    ].filter((one) => one !== undefined),
  })
}
