import { closeHistory } from 'prosemirror-history'
import type { Node, ResolvedPos } from 'prosemirror-model'
import { type EditorState, Plugin, PluginKey, type Transaction } from 'prosemirror-state'
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view'
import { pictureProblem } from '../../../ui-shared/fields/picture.ts'
import { say, t } from '../../../ui-shared/i18n.ts'
import { holdArriving } from '../../../ui-shared/overlay/unkept.ts'
import { measure } from './measure.ts'
import { figureOf } from './picture-commands.ts'
import { uploadLine, type UploadLine } from './upload-line.ts'

/** Sends a picture; answers its address on this site, or throws an error whose message is for the reader. */
export type SendPicture = (file: File, onProgress?: (share: number) => void) => Promise<string>

/** A picture on its way: its line stands in the text, but is no part of it. */
type Upload = { id: number; file: File; line: UploadLine; isGallery: boolean }

type Change = { add: Decoration } | { remove: number }

const key = new PluginKey<DecorationSet>('uploads')

const changed = (lines: DecorationSet, change: Transaction): DecorationSet => {
  const mapped = lines.map(change.mapping, change.doc)
  const told: Change | undefined = change.getMeta(key)
  if (!told) return mapped
  if ('add' in told) return mapped.add(change.doc, [told.add])
  return mapped.remove(mapped.find(undefined, undefined, ({ id }) => id === told.remove))
}

/** Keeps the places of pictures on their way while the text around them is changed. */
export const uploadsPlugin = (): Plugin =>
  new Plugin<DecorationSet>({
    key,
    state: { init: () => DecorationSet.empty, apply: (change, lines) => changed(lines, change) },
    props: { decorations: (state) => key.getState(state) },
    // A form is neither saved nor left without a word while a line stands, on its way or failed.
    view: () => {
      let release: (() => void) | null = null
      const letGo = () => {
        release?.()
        release = null
      }
      return {
        update: ({ state }) => {
          if (!key.getState(state)?.find().length) return letGo()
          release ??= holdArriving()
        },
        destroy: letGo,
      }
    },
  })

const placeOf = (state: EditorState, id: number): number | null =>
  key.getState(state)?.find(undefined, undefined, (spec) => spec.id === id)[0]?.from ?? null

const holder = /^(doc|column|gallery)$/

const levelOf = ($at: ResolvedPos): number => {
  for (let depth = $at.depth; depth >= 0; depth -= 1) if (holder.test($at.node(depth).type.name)) return depth
  return 0
}

/** The place between two blocks that is nearest to a point of the window. */
export const gapAt = (view: EditorView, { x, y }: { x: number; y: number }): number => {
  const found = view.posAtCoords({ left: x, top: y })
  if (!found) return view.state.doc.content.size
  const $at = view.state.doc.resolve(found.pos)
  const depth = levelOf($at)
  if ($at.depth === depth) return $at.pos
  const shown = view.nodeDOM($at.before(depth + 1))
  const box = shown instanceof Element ? shown.getBoundingClientRect() : null
  const isBeside = $at.node(depth).type.name === 'gallery'
  const middle = box && (isBeside ? (box.left + box.right) / 2 : (box.top + box.bottom) / 2)
  return middle !== null && (isBeside ? x : y) < middle ? $at.before(depth + 1) : $at.after(depth + 1)
}

/** The place between two blocks behind the selection. */
export const gapAtSelection = ({ selection: { $to } }: EditorState): number => {
  const depth = levelOf($to)
  return $to.depth === depth ? $to.pos : $to.after(depth + 1)
}

// In the place of an empty paragraph before it, into the gallery before it, or by itself.
const putFigure = (view: EditorView, { id, isGallery }: Upload, figure: Node): void => {
  const at = placeOf(view.state, id)
  if (at === null) return
  const { tr, schema } = view.state
  const { nodeBefore, parent } = tr.doc.resolve(at)
  const isEmpty = nodeBefore?.type.name === 'paragraph' && !nodeBefore.content.size
  const joins = isGallery && nodeBefore?.type.name === 'gallery'
  const block = isGallery && parent.type.name !== 'gallery' ? schema.node('gallery', null, figure) : figure
  if (joins) tr.insert(at - 1, figure)
  else if (isEmpty && nodeBefore) tr.replaceWith(at - nodeBefore.nodeSize, at, block)
  else tr.insert(at, block)
  view.dispatch(closeHistory(tr).setMeta(key, { remove: id } satisfies Change))
}

const problemOf = (failure: unknown): string =>
  failure instanceof Error ? say(failure.message) : t('The picture could not be sent. Try again.')

const run = async (view: EditorView, upload: Upload, send: SendPicture): Promise<void> => {
  const { file, line, id } = upload
  const problem = pictureProblem(file)
  if (problem) return line.fail(t(problem))
  try {
    const address = await send(file, line.progress)
    const size = await measure(address)
    if (!view.isDestroyed && placeOf(view.state, id) !== null)
      putFigure(view, upload, figureOf(view.state.schema, { address, alt: '', caption: '', size }))
  } catch (failure) {
    line.fail(problemOf(failure))
  }
}

// There must be a line to go on in.
const endWithLine = (view: EditorView): void => {
  const { doc, schema, tr } = view.state
  const last = doc.lastChild?.type.name
  if (last === 'figure' || last === 'gallery') view.dispatch(tr.insert(doc.content.size, schema.node('paragraph')))
}

let count = 0

/** Sends pictures one after the other and puts each where its line stands, without asking; what fails stays there with its reason. */
export const sendPictures = async (
  view: EditorView,
  files: readonly File[],
  { at, isGallery, send }: { at: number; isGallery: boolean; send: SendPicture },
): Promise<void> => {
  const uploads = files.map((file): Upload => {
    count += 1
    const id = count
    const leave = () => view.dispatch(view.state.tr.setMeta(key, { remove: id } satisfies Change))
    const upload = {
      id,
      file,
      isGallery,
      line: uploadLine(file.name, { leave, again: () => void run(view, upload, send) }),
    }
    const add = Decoration.widget(at, upload.line.dom, { id, side: 1, stopEvent: () => true, ignoreSelection: true })
    view.dispatch(view.state.tr.setMeta(key, { add } satisfies Change))
    return upload
  })
  for (const upload of uploads) {
    if (view.isDestroyed) return
    if (placeOf(view.state, upload.id) !== null) await run(view, upload, send)
  }
  if (!view.isDestroyed) endWithLine(view)
}
