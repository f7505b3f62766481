// The package hides its own types behind its "exports", and this class behind its editor (vite.editor.ts opens it).
declare module '@toast-ui/editor' {
  import type { MarkSpec, NodeSpec } from 'prosemirror-model'
  import type { EditorView } from 'prosemirror-view'

  type Emitter = Record<'emit' | 'listen' | 'removeEventHandler', () => void>
  type OwnModel = { nodes: Record<string, NodeSpec>; marks: Record<string, MarkSpec> }
  export class WysiwygEditor {
    constructor(events: Emitter, options: { htmlSchemaMap: OwnModel; useCommandShortcut: boolean })
    readonly view: EditorView
    readonly commands: Record<
      'bold' | 'italic' | 'heading' | 'blockQuote' | 'bulletList' | 'orderedList' | 'outdent' | 'undo' | 'redo',
      (payload?: Record<string, unknown>) => void
    >
  }
}
