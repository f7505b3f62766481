import type { EditorProps, Inside } from './editor-state.ts'
import { BlockDialogs } from './blocks/block-dialog-step.tsx'
import { CodeDialog } from './code/code-dialog.tsx'
import { PasteDialog } from './paste/paste-dialog.tsx'
import { PictureDialog } from './picture-dialog.tsx'
import { sendMany } from './pictures/send-many.ts'
import { changePicture, insertPicture, type Picture, pictureAt, takesFigure } from './pictures/picture-commands.ts'
import { CheckDialog, OutlineDialog } from './review/text-facts.tsx'
import { goToBlock } from './text/text-state.ts'

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
  const putMany = (chosen: readonly File[]) => {
    goesToText.current = true
    next()
    sendMany(inside, send, chosen, null)
  }
  return <PictureDialog key={files.length} {...{ draft, send, library }} onDone={put} onMany={putMany} onClose={next} />
}

/** The dialogs that are not needed to draw the text, of which one may be open; what it gives goes into the text. */
export const LateDialogs = ({ inside, props }: { inside: Inside; props: EditorProps }) => {
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
      {opened && /^(gallery|file|video)$/.test(opened.name) && <BlockDialogs inside={inside} props={props} />}
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
