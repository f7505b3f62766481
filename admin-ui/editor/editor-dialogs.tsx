import { lazy } from 'react'
import { type EditorProps, type Inside } from './editor-state.ts'
import { LinkDialog } from './link-dialog.tsx'
import { setLink } from './text/text-state.ts'

// Not needed to draw the text. The link dialog is here at once: after its key, people type on without looking.
const loadLate = () => import('./late-dialogs.tsx')
const LateDialogs = lazy(async () => ({ default: (await loadLate()).LateDialogs }))

/** Starts loading what the dialogs need. */
export const loadDialogs = () => loadLate()

/** The dialog of the editor that is open; what it gives goes into the text. */
export const Dialogs = ({ inside, props }: { inside: Inside; props: EditorProps }) => {
  const { controls, files, opened, setOpened, goesToText } = inside
  const close = () => setOpened(null)
  return (
    <>
      {(files.length > 0 || (opened && opened.name !== 'link')) && <LateDialogs inside={inside} props={props} />}
      {opened?.name === 'link' && (
        <LinkDialog
          draft={opened.draft}
          AddressBox={props.AddressBox}
          onClose={close}
          onApply={(address, words, isButton) => {
            goesToText.current = true
            close()
            if (controls) setLink(controls.view, address, words, isButton)
          }}
        />
      )}
    </>
  )
}
