import type { EditorView } from 'prosemirror-view'
import type { OpenText } from '../html/round-trip.ts'
import type { Command } from './toast.ts'

/** What the form does with an editor that stands in the page. */
export type TextControls = {
  view: EditorView
  exec: (command: Command, payload?: Record<string, unknown>) => void
  /** The HTML that the form has, as far as the editor knows. Another one is opened. */
  told: string
  open: (html: string) => OpenText
  /** Puts in another text and CSS as one change, which undo takes back. Leads to code mode or out of it where the text asks for it. */
  replace: (html: string, css: { before: string; after: string }) => void
  read: () => string
}
