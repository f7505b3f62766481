import { NodeSelection } from 'prosemirror-state'
import type { EditorProps, Inside } from '../editor-state.ts'
import { measure } from '../pictures/measure.ts'
import { gapAtSelection, sendPictures } from '../pictures/uploads.ts'
import { FileDialog, VideoDialog } from './block-dialogs.tsx'
import { boxAt, putCard, putGallery, putVideo } from './block-commands.ts'
import type { Card } from './block-nodes.ts'
import { GalleryDialog } from './gallery-dialog.tsx'

type Step = { inside: Inside; props: EditorProps }

const useClosing = ({ setOpened, goesToText }: Inside) => ({
  close: () => setOpened(null),
  done: () => {
    goesToText.current = true
    setOpened(null)
  },
})

const GalleryStep = ({ inside, props }: Step) => {
  const { controls } = inside
  const { close, done } = useClosing(inside)
  if (!controls) return null
  const { view } = controls
  const put = async (files: readonly File[], links: readonly string[]) => {
    done()
    const pictures = links.map(async (address) => ({ address, alt: '', caption: '', size: await measure(address) }))
    putGallery(view, await Promise.all(pictures))
    const box = boxAt(view.state)
    const at = box?.name === 'gallery' ? box.at + box.node.nodeSize - 1 : gapAtSelection(view.state)
    await sendPictures(view, files, { at, isGallery: true, send: props.onUpload })
  }
  return <GalleryDialog library={props.library} onDone={(files, links) => void put(files, links)} onClose={close} />
}

const cardAt = ({ controls }: Inside): Card | null => {
  const selection = controls?.view.state.selection
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'card') return null
  const { kind, address, name, note } = selection.node.attrs
  return { kind: kind === 'video' ? 'video' : 'file', address: String(address), name: String(name), note: String(note) }
}

/** The dialog of a gallery, file or film that is open; what it gives goes into the text. */
export const BlockDialogs = ({ inside, props }: Step) => {
  const { controls, opened } = inside
  const { close, done } = useClosing(inside)
  if (!controls) return null
  const put = (card: Card) => {
    done()
    putCard(controls.view, card)
  }
  const play = (address: string) => {
    done()
    putVideo(controls.view, address)
  }
  const { findFiles } = props
  if (opened?.name === 'gallery') return <GalleryStep inside={inside} props={props} />
  if (opened?.name === 'file' && findFiles) return <FileDialog find={findFiles} onDone={put} onClose={close} />
  if (opened?.name !== 'video') return null
  return <VideoDialog find={findFiles} card={cardAt(inside)} onFile={play} onCard={put} onClose={close} />
}
