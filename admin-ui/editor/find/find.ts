import { closeHistory } from 'prosemirror-history'
import type { Node } from 'prosemirror-model'
import { type EditorState, Plugin, PluginKey, TextSelection, type Transaction } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'

/** Where the words that are sought stand. */
export type Match = { from: number; to: number }

type Sought = { words: string; isCaseKept: boolean }
type Found = Sought & { matches: readonly Match[]; at: number; marks: DecorationSet }

const nothing: Found = { words: '', isCaseKept: false, matches: [], at: -1, marks: DecorationSet.empty }
const key = new PluginKey<Found>('find')

const folded = (text: string): string => {
  const lower = text.toLowerCase()
  // Some letters become two: then places would not fit any more.
  return lower.length === text.length ? lower : text
}

const matchesIn = (block: Node, start: number, { words, isCaseKept }: Sought): Match[] => {
  const text = block.textBetween(0, block.content.size, undefined, '\ufffc')
  const [within, wanted] = isCaseKept ? [text, words] : [folded(text), folded(words)]
  const found: Match[] = []
  for (let at = within.indexOf(wanted); at !== -1; at = within.indexOf(wanted, at + wanted.length))
    found.push({ from: start + at, to: start + at + wanted.length })
  return found
}

const allMatches = (doc: Node, sought: Sought): Match[] => {
  const all: Match[] = []
  if (sought.words)
    doc.descendants((node, at) => {
      if (node.isTextblock) all.push(...matchesIn(node, at + 1, sought))
      return !node.isTextblock
    })
  return all
}

const marked = (doc: Node, matches: readonly Match[], at: number): DecorationSet =>
  DecorationSet.create(
    doc,
    matches.map(({ from, to }, index) =>
      Decoration.inline(from, to, { class: index === at ? 'find-mark find-mark-current' : 'find-mark' }),
    ),
  )

const search = (doc: Node, sought: Sought, from: number): Found => {
  const matches = allMatches(doc, sought)
  const next = matches.findIndex((match) => match.from >= from)
  const at = matches.length ? Math.max(next, 0) : -1
  return { ...sought, matches, at, marks: marked(doc, matches, at) }
}

type Told = { seek: Sought; from: number } | { go: number } | 'end'

const changed = (found: Found, change: Transaction): Found => {
  const told: Told | undefined = change.getMeta(key)
  if (told === 'end') return nothing
  if (told && 'seek' in told) return search(change.doc, told.seek, told.from)
  if (told) return { ...found, at: told.go, marks: marked(change.doc, found.matches, told.go) }
  // Nothing is sought: typing costs nothing.
  if (!found.words || !change.docChanged) return found
  return search(change.doc, found, change.mapping.map(found.matches[found.at]?.from ?? 0))
}

/** Marks the words that are sought, as long as something is. */
export const findPlugin = (): Plugin =>
  new Plugin<Found>({
    key,
    state: { init: () => nothing, apply: (change, found) => changed(found, change) },
    props: { decorations: (state) => key.getState(state)?.marks },
  })

/** How many places were found, and which of them is the current one, from 1 on. */
export const foundIn = (state: EditorState): { count: number; at: number } => {
  const { matches, at } = key.getState(state) ?? nothing
  return { count: matches.length, at: at + 1 }
}

const show = (view: EditorView): void => {
  const { matches, at } = key.getState(view.state) ?? nothing
  const match = matches[at]
  if (!match) return
  const shown = view.domAtPos(match.from).node
  const element = shown instanceof Element ? shown : shown.parentElement
  element?.scrollIntoView({ block: 'nearest' })
}

/** Seeks words from the cursor on; without words nothing is marked any more. */
export const seek = (view: EditorView, sought: Sought): void => {
  const told: Told = { seek: sought, from: view.state.selection.from }
  view.dispatch(view.state.tr.setMeta(key, told))
  show(view)
}

/** Goes to the next match, or the one before, and round. */
export const goToMatch = (view: EditorView, way: 1 | -1): void => {
  const { matches, at } = key.getState(view.state) ?? nothing
  if (!matches.length) return
  const told: Told = { go: (at + way + matches.length) % matches.length }
  view.dispatch(view.state.tr.setMeta(key, told))
  show(view)
}

// What replaces has the marks of what stood there.
const put = (change: Transaction, { from, to }: Match, words: string): void => {
  const marks = change.doc.resolve(from).nodeAfter?.marks ?? []
  if (words) change.replaceWith(from, to, change.doc.type.schema.text(words, marks))
  else change.delete(from, to)
}

/** Replaces the current match and goes to the next one. */
export const replaceOne = (view: EditorView, words: string): void => {
  const { matches, at } = key.getState(view.state) ?? nothing
  const match = matches[at]
  if (!match) return
  const { tr } = view.state
  put(tr, match, words)
  tr.setSelection(TextSelection.near(tr.doc.resolve(match.from + words.length)))
  view.dispatch(closeHistory(tr))
  const sought = key.getState(view.state) ?? nothing
  seek(view, { words: sought.words, isCaseKept: sought.isCaseKept })
}

/** Replaces all matches as one step, which undo takes back. Answers how many there were. */
export const replaceAll = (view: EditorView, words: string): number => {
  const { matches } = key.getState(view.state) ?? nothing
  if (!matches.length) return 0
  const { tr } = view.state
  // From the end, so that the places before it stay as they are.
  for (const match of [...matches].reverse()) put(tr, match, words)
  view.dispatch(closeHistory(tr))
  return matches.length
}

/** Ends the search, with the cursor at the current match. */
export const endFind = (view: EditorView): void => {
  const { matches, at } = key.getState(view.state) ?? nothing
  const match = matches[at]
  const { tr } = view.state
  if (match) tr.setSelection(TextSelection.create(tr.doc, match.from, match.to))
  const told: Told = 'end'
  view.dispatch(tr.setMeta(key, told).scrollIntoView())
  view.focus()
}
