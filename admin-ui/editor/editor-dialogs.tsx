import { lazy } from 'react'
import { type EditorProps, type Inside } from './editor-state.ts'
import { LinkDialog } from './link-dialog.tsx'
import { changePicture, insertPicture, type Picture, pictureAt, takesFigure } from './pictures/picture-commands.ts'
import { goToBlock, setLink } from './text/text-state.ts'

// Not needed to draw the text. The link dialog is here at once: after its key, people type on without looking.
const loadCode = () => import('./code/code-dialog.tsx')
const loadPicture = () => import('./picture-dialog.tsx')
const loadPaste = () => import('./paste/paste-dialog.tsx')
const loadFacts = () => import('./review/text-facts.tsx')

/** Starts loading what the dialogs need. */
export const loadDialogs = () => Promise.all([loadCode(), loadPicture(), loadPaste(), loadFacts()])
const CodeDialog = lazy(async () => ({ default: (await loadCode()).CodeDialog }))
const PasteDialog = lazy(async () => ({ default: (await loadPaste()).PasteDialog }))
const OutlineDialog = lazy(async () => ({ default: (await loadFacts()).OutlineDialog }))
const CheckDialog = lazy(async () => ({ default: (await loadFacts()).CheckDialog }))
const PictureDialog = lazy(async () => ({ default: (await loadPicture()).PictureDialog }))

const PictureStep = ({ inside, props }: { inside: Inside; props: EditorProps }) => {
  const { controls, files, setFiles, opened, setOpened, goesToText } = inside
  const next = () => {
    setOpened(null)
    setFiles(files.slice(1))
  }
  const put = (picture: Picture) => {
    goesToText.current = true
    next()
    if (controls && there) changePicture(controls.view, picture)
    else if (controls) insertPicture(controls.view, picture)
  }
  const [first = null] = files
  if (!controls || (!first && opened?.name !== 'picture')) return null
  const { state } = controls.view
  const there = opened?.name === 'picture' && opened.isChange ? pictureAt(state)?.node.attrs : undefined
  const draft = {
    chosen: there ? String(there.imageUrl) : first,
    alt: String(there?.altText ?? ''),
    isChange: Boolean(there),
    takesCaption: !there && takesFigure(state),
  }
  const { onUpload: send, library } = props
  return <PictureDialog key={files.length} {...{ draft, send, library }} onDone={put} onClose={next} />
}

/** The dialog of the editor that is open; what it gives goes into the text. */
export const Dialogs = ({ inside, props }: { inside: Inside; props: EditorProps }) => {
  const { controls, opened, setOpened, setNotice, goesToText } = inside
  const close = () => setOpened(null)
  const go = (block: number) => {
    goesToText.current = true
    close()
    if (controls) goToBlock(controls.view, block)
  }
  return (
    <>
      <PictureStep inside={inside} props={props} />
      {opened?.name === 'link' && (
        <LinkDialog
          draft={opened.draft}
          AddressBox={props.AddressBox}
          onClose={close}
          onApply={(address, words) => {
            goesToText.current = true
            close()
            if (controls) setLink(controls.view, address, words)
          }}
        />
      )}
      {opened?.name === 'paste' && (
        <PasteDialog
          html={opened.html}
          send={props.onUpload}
          onDone={(html, problem) => {
            goesToText.current = true
            close()
            controls?.view.pasteHTML(html)
            if (problem) setNotice(problem)
          }}
        />
      )}
      {opened?.name === 'outline' && <OutlineDialog value={props.value} onGo={go} onClose={close} />}
      {opened?.name === 'check' && <CheckDialog value={props.value} onGo={go} onClose={close} />}
      {opened?.name === 'code' && (
        <CodeDialog
          value={props.value}
          find={opened.find}
          hasCss={props.hasCss}
          onClose={close}
          onApply={(value) => {
            goesToText.current = true
            close()
            const css = { before: props.value.css, after: value.css }
            controls?.replace(value.content, css)
          }}
        />
      )}
    </>
  )
}
