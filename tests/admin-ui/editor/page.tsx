import { QueryClientProvider } from '@tanstack/react-query'
import type { MarkSpec, NodeSpec } from 'prosemirror-model'
import { EditorView } from 'prosemirror-view'
import { lazy, StrictMode, Suspense, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import '../../../ui-shared/styles/tokens.css'
import '../../../ui-shared/styles/base.css'
import '../../../ui-shared/styles/controls.css'
import '../../../ui-shared/styles/form.css'
import '../../../ui-shared/styles/overlay.css'
import { blocksOf } from '../../../admin-ui/editor/html/blocks.ts'
import { mergeBlocks } from '../../../admin-ui/edit/merge/merge-text.ts'
import { openText } from '../../../admin-ui/editor/html/round-trip.ts'
import { createSurface } from '../../../admin-ui/editor/text/surface.ts'
import { createToast } from '../../../admin-ui/editor/text/toast.ts'
import * as drafts from '../../../ui-shared/drafts.ts'
import * as tab from '../../../ui-shared/kept/tab.ts'
import { createQueryClient } from '../../../ui-shared/query.ts'
import { OverlayHosts } from '../../../ui-shared/overlay/hosts.tsx'

const ContentEditor = lazy(async () => ({
  default: (await import('../../../admin-ui/editor/content-editor.tsx')).ContentEditor,
}))

type Content = { content: string; css: string }
const told = {
  value: { content: '', css: '' } as Content,
  changes: 0,
  submits: 0,
  ran: 0,
  destroyed: 0,
  uploads: [] as string[],
}
const libraryFiles = [
  {
    id: 7,
    name: 'House rules',
    type: 'file',
    link: '/files/7/rules.pdf',
    thumbnail: null,
    extension: 'pdf',
    size: 1_234_567,
  },
  {
    id: 8,
    name: 'Harbour',
    type: 'file',
    link: '/files/8/harbour.mp4',
    thumbnail: null,
    extension: 'mp4',
    size: 9_000,
  },
]
const succeed = async (file: File, onProgress?: (share: number) => void): Promise<string> => {
  onProgress?.(0.5)
  told.uploads.push(`${file.name} ${file.type}`)
  return '/files/picture.png'
}
let upload = succeed

const { destroy } = EditorView.prototype
EditorView.prototype.destroy = function counted(this: EditorView) {
  told.destroyed += 1
  destroy.call(this)
}

const Page = ({ start, disabled }: { start: Content; disabled: boolean }) => {
  const [value, setValue] = useState(start)
  told.value = value
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        told.submits += 1
      }}
    >
      <label>
        Before <input id="before" className="in" />
      </label>
      <div className="f">
        <div className="label">
          <span id="words">Text</span>
        </div>
        <Suspense fallback={<p>Please Wait</p>}>
          <ContentEditor
            value={value}
            disabled={disabled}
            labelledBy="words"
            onUpload={(file, onProgress) => upload(file, onProgress)}
            findFiles={async () => libraryFiles}
            onChange={(next) => {
              told.changes += 1
              setValue(next)
            }}
          />
        </Suspense>
      </div>
      <button id="after" className="btn">
        Submit
      </button>
    </form>
  )
}

let root: Root | null = null
let times = 0
const client = createQueryClient()

const noop = () => {}
const schemaOf = () => {
  const handlers = {
    onChange: noop,
    onState: noop,
    onCode: noop,
    onPictures: noop,
    onOtherFiles: noop,
    onPictureHtml: noop,
    onLostPictures: noop,
    onReplaced: noop,
    onHeldTab: noop,
    onLink: noop,
    onFind: noop,
    onEditCode: noop,
    exec: noop,
    onMenuKey: () => false,
  }
  return createSurface(handlers).view.state.schema
}

/** What the tests do with the page. */
export const harness = {
  told,
  drafts,
  tab,
  mount: (start: Content, disabled = false) => {
    Object.assign(told, { value: start, changes: 0, submits: 0, ran: 0, destroyed: 0, uploads: [] })
    root?.unmount()
    root = createRoot(document.getElementById('root') ?? document.body)
    times += 1
    root.render(
      <StrictMode>
        <QueryClientProvider client={client}>
          <Page key={times} start={start} disabled={disabled} />
          <OverlayHosts />
        </QueryClientProvider>
      </StrictMode>,
    )
  },
  unmount: () => root?.unmount(),
  mergeBlocks: (sides: Parameters<typeof mergeBlocks>[1]) => mergeBlocks(blocksOf, sides),
  mendUpload: () => {
    upload = succeed
  },
  failUpload: (message: string) => {
    upload = async () => {
      throw new Error(message)
    }
  },
  /** A text that is opened, changed at its end by a new paragraph, and saved. */
  roundTrip: (html: string) => {
    const schema = schemaOf()
    const text = openText(schema, html)
    const added = schema.node('paragraph', null, [schema.text('New')])
    const changed = text.doc.copy(text.doc.content.addToEnd(added))
    return {
      untouched: text.save(text.doc),
      changed: text.save(changed),
      opaqueBlocks: [...text.opaqueBlocks],
      hasEditable: text.hasEditable,
    }
  },
  /** What the package has of what the text editor stands on. */
  library: () => {
    const { view, commands, keys } = createToast({ nodes: {}, marks: {} })
    const { nodes, marks } = view.state.schema
    const attributesOf = ({ attrs }: NodeSpec | MarkSpec) =>
      Object.fromEntries(Object.entries(attrs ?? {}).map(([name, value]) => [name, value.default]))
    return {
      commands: Object.keys(commands),
      keys: keys.length,
      nodes: Object.values(nodes).map(({ name, spec }) => [name, spec.content ?? '', attributesOf(spec)] as const),
      marks: Object.values(marks).map(({ name, spec }) => [name, attributesOf(spec)] as const),
    }
  },
  /** Milliseconds that opening takes. */
  timeToOpen: (html: string) => {
    const schema = schemaOf()
    const start = performance.now()
    openText(schema, html)
    return performance.now() - start
  },
}
declare global {
  interface Window {
    harness: typeof harness
    ran: () => void
  }
}
window.harness = harness
window.ran = () => {
  told.ran += 1
}
