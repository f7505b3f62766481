import { WysiwygEditor } from '@toast-ui/editor'
import type { MarkSpec, NodeSpec } from 'prosemirror-model'
import type { Plugin } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'

/** The package's commands that the text editor calls. */
export type Command = keyof WysiwygEditor['commands']

/** What the text editor has of the package; the view and its plugins are ProseMirror's own, which is public. */
type Toast = {
  view: EditorView
  commands: WysiwygEditor['commands']
  /** What its keys do. Its other plugins belong to a toolbar, a menu and widgets; the one for cells is written for an older ProseMirror. */
  keys: readonly Plugin[]
}

// What the package tells its toolbar and its Markdown editor, of which there are none.
const silence = { emit: () => {}, listen: () => {}, removeEventHandler: () => {} }

/**
 * The package's model, commands and keys, without Markdown, toolbar and shortcuts. `own` is added to its model. All that is private in
 * the package is used here: `tests/admin-ui/editor-library.test.ts` fails when it changes (docs/decisions/ui/0025).
 */
export const createToast = (own: { nodes: Record<string, NodeSpec>; marks: Record<string, MarkSpec> }): Toast => {
  const { view, commands } = new WysiwygEditor(silence, { htmlSchemaMap: own, useCommandShortcut: false })
  return { view, commands, keys: view.state.plugins.filter(({ props }) => props.handleKeyDown) }
}
