// The package hides its own types behind its "exports", and its parts behind its editor (vite.editor.ts opens them). These are
// the ones that the text editor uses, version 3.2.2.
declare module '@toast-ui/editor' {
  import type { Node, NodeSpec, MarkSpec } from 'prosemirror-model'
  import type { Plugin } from 'prosemirror-state'
  import type { EditorView, NodeView } from 'prosemirror-view'

  export type HTMLToken =
    | { type: 'openTag'; tagName: string; attributes: Record<string, string> }
    | { type: 'closeTag'; tagName: string }
  export type HTMLConvertor = (
    node: { attrs: Record<string, string> },
    context: { entering: boolean },
  ) => HTMLToken | HTMLToken[]
  type Renderers = Record<'htmlBlock' | 'htmlInline', Record<string, HTMLConvertor>>
  export class EventEmitter {}
  export class WwToDOMAdaptor {
    constructor(linkAttributes: null, renderers: Renderers)
  }
  type SchemaMap = { nodes: Record<string, NodeSpec>; marks: Record<string, MarkSpec> }
  export function createHTMLSchemaMap(
    renderers: Renderers,
    sanitizer: (html: string) => string,
    adaptor: WwToDOMAdaptor,
  ): SchemaMap
  export class WysiwygEditor {
    constructor(
      events: EventEmitter,
      options: {
        toDOMAdaptor: WwToDOMAdaptor
        htmlSchemaMap: SchemaMap
        useCommandShortcut: boolean
        wwPlugins: (() => Plugin)[]
        wwNodeViews: Record<string, (node: Node) => NodeView>
      },
    )
    readonly el: HTMLElement
    readonly view: EditorView
    readonly commands: Record<string, (payload?: Record<string, unknown>) => void>
    destroy(): void
  }
}
