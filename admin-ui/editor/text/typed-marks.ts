import { InputRule } from 'prosemirror-inputrules'
import type { MarkType, Schema } from 'prosemirror-model'
import type { EditorState, Transaction } from 'prosemirror-state'
import { wholeAddress } from './address.ts'

// The sign before and after the words, neither with a space on its inner side, nor any of it within them. What stands before it ends a word.
const around = (sign: string) => {
  const [char, all] = [`\\${sign[0]}`, [...sign].map((one) => `\\${one}`).join('')]
  return new RegExp(`(^|[\\s\\ufffc([{"'“„«])(${all})([^\\s${char}](?:[^${char}]*[^\\s${char}])?)${all}$`)
}

const isCode = ({ doc, schema }: EditorState, from: number, to: number): boolean =>
  schema.marks.code !== undefined && doc.rangeHasMark(from, to, schema.marks.code)

const markRule = (sign: string, type: MarkType): InputRule =>
  new InputRule(around(sign), (state, match, start, end) => {
    const [, before = '', opening = '', words = ''] = match
    const from = start + before.length
    const first = from + opening.length
    if (isCode(state, from, end)) return null
    const change = state.tr.delete(first + words.length, end).delete(from, first)
    return change.addMark(from, from + words.length, type.create()).removeStoredMark(type)
  })

// Only what is surely an address: a word with a point in it is often none.
const address = String.raw`((?:https?://|www\.)[^\s<>"]*[^\s<>".,;:!?)\]}'’”»]|[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,})`
const typedAddress = new RegExp(`(?:^|[\\s\\ufffc(["'“„«])${address}[.,;:!?)\\]"'”»]*$`, 'iu')

/** Makes a link of an address that ends at the cursor. Null where there is none, or something is a link already. */
export const linkTyped = ({ selection, doc, schema, tr }: EditorState): Transaction | null => {
  const { $from, empty } = selection
  const { link, code } = schema.marks
  if (!empty || !link || !$from.parent.inlineContent || $from.parent.type.spec.code) return null
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc')
  const match = typedAddress.exec(before)
  const [, words] = match ?? []
  const whole = words === undefined ? null : wholeAddress(words)
  if (!match || words === undefined || whole === null) return null
  const from = $from.start() + match.index + match[0].indexOf(words)
  const to = from + words.length
  if (doc.rangeHasMark(from, to, link) || (code && doc.rangeHasMark(from, to, code))) return null
  return tr.addMark(from, to, link.create({ linkUrl: whole })).removeStoredMark(link)
}

// The space is put in as it was typed.
const addressRule = new InputRule(/\S $/u, (state) => linkTyped(state)?.insertText(' ') ?? null)

/** What Markdown types within a paragraph (`**bold**`, `*italic*`, `~~struck~~`, `` `code` ``), and addresses that become links. */
export const markRules = ({ marks: { strong, emph, strike, code } }: Schema): InputRule[] =>
  [
    strong && markRule('**', strong),
    emph && markRule('*', emph),
    strike && markRule('~~', strike),
    code && markRule('`', code),
    addressRule,
  ].filter((one) => one !== undefined)
