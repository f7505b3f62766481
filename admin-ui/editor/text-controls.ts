import type { EditorView } from 'prosemirror-view'
import type { OpenText } from './lossless.ts'

/** What the form does with an editor that stands in the page. */
export type TextControls = {
  view: EditorView
  exec: (command: string, payload?: Record<string, unknown>) => void
  open: (html: string) => OpenText
  /** Puts in another text and CSS as one change, which undo takes back. */
  replace: (html: string, css: { before: string; after: string }) => OpenText
  read: () => string
}
