// The package hides its own types behind its "exports"; these are the parts that the editor uses, version 3.2.2.
declare module '@toast-ui/editor' {
  import type { Node } from 'prosemirror-model'
  import type { Plugin } from 'prosemirror-state'
  import type { EditorView, NodeView } from 'prosemirror-view'

  export type HTMLToken =
    | { type: 'openTag'; tagName: string; attributes: Record<string, string> }
    | { type: 'closeTag'; tagName: string }
  export type HTMLConvertor = (
    node: { attrs: Record<string, string> },
    context: { entering: boolean },
  ) => HTMLToken | HTMLToken[]
  export type PluginInfo = {
    wysiwygPlugins?: (() => Plugin)[]
    wysiwygNodeViews?: Record<string, (node: Node) => NodeView>
  }
  export type EditorPlugin = (context: { pmState: { Plugin: typeof Plugin } }) => PluginInfo
  export type EventMap = Record<
    'load' | 'change' | 'caretChange' | 'focus' | 'blur' | 'keydown' | 'keyup',
    () => void
  > &
    Record<'beforePreviewRender' | 'beforeConvertWysiwygToMarkdown', (text: string) => string>
  export type ViewerOptions = { el: HTMLElement }
  export type EditorOptions = {
    el: HTMLElement
    initialEditType?: 'wysiwyg' | 'markdown'
    initialValue?: string
    height?: string
    minHeight?: string
    hideModeSwitch?: boolean
    usageStatistics?: boolean
    useCommandShortcut?: boolean
    autofocus?: boolean
    toolbarItems?: string[][]
    customHTMLSanitizer?: (html: string) => string
    customHTMLRenderer?: Record<'htmlBlock' | 'htmlInline', Record<string, HTMLConvertor>>
    hooks?: { addImageBlobHook?: (blob: Blob) => void }
    plugins?: EditorPlugin[]
  }
  export default class Editor {
    constructor(options: EditorOptions)
    // Private in the package.
    readonly wwEditor: { readonly view: EditorView }
    exec(name: string, payload?: Record<string, unknown>): void
    destroy(): void
  }
}

declare module '@toast-ui/editor/dist/toastui-editor-viewer' {
  export default class Viewer {}
}
