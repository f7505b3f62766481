import { useLayoutEffect, useRef, useState } from 'react'
import type { EditorView } from 'prosemirror-view'
import type { MenuKey } from './cursor-menu.tsx'
import type { Content } from './code/code-fields.tsx'
import type { LinkDraft } from './link-dialog.tsx'
import type { AddressBox, Suggest } from './link-targets.ts'
import type { FindFiles } from './blocks/library-files.ts'
import type { LibraryButton } from './picture-dialog.tsx'
import type { SendPicture } from './pictures/uploads.ts'
import type { TextControls } from './text/text-controls.ts'
import { noState, type TextState } from './text/text-state.ts'

/** What the form gives the editor of a text, and is told by it. */
export type EditorProps = {
  value: Content
  onChange: (value: Content) => void
  disabled: boolean
  labelledBy: string
  describedBy?: string
  onUpload: SendPicture
  library?: LibraryButton
  /** Finds files of the library, for cards and films; without it there are none. */
  findFiles?: FindFiles
  /** Without it links lead to addresses that are typed. */
  suggest?: Suggest
  AddressBox?: AddressBox
  /** False where nothing keeps the styles of a text. */
  hasCss?: boolean
  /** Told of the surface once a text stands in it. */
  begin?: (view: EditorView) => void
}

/** The dialog that is open. */
type Opened =
  | { name: 'link'; draft: LinkDraft }
  | { name: 'code'; find: string }
  | { name: 'picture'; isChange: boolean }
  | { name: 'paste'; html: string }
  | { name: 'outline' | 'check' | 'gallery' | 'file' | 'video' }
  | null

/** The blocks of a text that is edited as code, because none of them can be shown. */
export type Unshown = { opaqueBlocks: readonly string[]; hasFocus: boolean }

/** What the editor keeps beside the text. */
export const useEditor = () => {
  const [controls, setControls] = useState<TextControls | null>(null)
  const [state, setState] = useState<TextState>(noState)
  const [unshown, setUnshown] = useState<Unshown | null>(null)
  const [files, setFiles] = useState<readonly File[]>([])
  const [opened, setOpened] = useState<Opened>(null)
  const [notice, setNotice] = useState('')
  const [isFinding, setFinding] = useState(false)
  const goesToText = useRef(false)
  const menuKeys = useRef<MenuKey>(() => false)
  const [active, setActive] = useState<string | null>(null)
  const isAsking = opened !== null || files.length > 0
  // A modal dialog takes the selection out of the text, and closing gives back the focus alone: what is typed next would
  // go nowhere.
  useLayoutEffect(() => {
    if (isAsking || !controls || unshown) return
    if (goesToText.current || controls.view.hasFocus()) controls.view.focus()
    goesToText.current = false
  }, [isAsking, controls, unshown])
  const text = { controls, setControls, state, setState, unshown, setUnshown }
  return {
    ...text,
    isFinding,
    setFinding,
    files,
    setFiles,
    opened,
    setOpened,
    notice,
    setNotice,
    goesToText,
    menuKeys,
    active,
    setActive,
  }
}
export type Inside = ReturnType<typeof useEditor>
