import { redoDepth, undoDepth } from 'prosemirror-history'
import { type KeyboardEvent, lazy, Suspense, useId, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../../ui-shared/i18n.ts'
import { PleaseWait } from '../../ui-shared/states.tsx'
import { usePreload } from '../../ui-shared/use-preload.ts'
import type { MenuKey } from './block-menu.tsx'
import type { Content } from './code/code-fields.tsx'
import './editor.css'
import { LinkDialog, type LinkDraft } from './link-dialog.tsx'
import { openText } from './html/lossless.ts'
import type { LibraryButton, SendPicture } from './picture-dialog.tsx'
import './text/text.css'
import { TextEditor, type TextListener } from './text/text-editor.tsx'
import { linkAt, noState, setLink, type TextState } from './text/text-state.ts'
import type { TextControls } from './text/text-controls.ts'
import { Toolbar } from './toolbar.tsx'

// Not needed to draw the text. The link dialog is here at once: after its key, people type on without looking.
const loadCode = () => import('./code/code-dialog.tsx')
const loadCodeMode = () => import('./code/code-mode.tsx')
const loadPicture = () => import('./picture-dialog.tsx')
const loadMenu = () => import('./block-menu.tsx')
const loadParts = () => Promise.all([loadCode(), loadCodeMode(), loadPicture(), loadMenu()])
const BlockMenu = lazy(async () => ({ default: (await loadMenu()).BlockMenu }))
const CodeDialog = lazy(async () => ({ default: (await loadCode()).CodeDialog }))
const CodeMode = lazy(async () => ({ default: (await loadCodeMode()).CodeMode }))
const PictureDialog = lazy(async () => ({ default: (await loadPicture()).PictureDialog }))

type Props = {
  value: Content
  onChange: (value: Content) => void
  disabled: boolean
  labelledBy: string
  describedBy?: string
  onUpload: SendPicture
  library?: LibraryButton
  /** False where nothing keeps the styles of a text. */
  hasCss?: boolean
}

type Opened = { name: 'link'; draft: LinkDraft } | { name: 'code'; find: string } | { name: 'picture' } | null

const steps = { undo: undoDepth, redo: redoDepth }

/** The blocks of a text that is edited as code, because none of them can be shown. */
type Unshown = { islands: readonly string[]; hasFocus: boolean }

// Enter in a field of the editor's own dialogs never sends the form around it; in the text it makes a paragraph.
const keepEnter = (event: KeyboardEvent): void => {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}

const useEditor = () => {
  const [controls, setControls] = useState<TextControls | null>(null)
  const [state, setState] = useState<TextState>(noState)
  const [unshown, setUnshown] = useState<Unshown | null>(null)
  const [files, setFiles] = useState<readonly File[]>([])
  const [opened, setOpened] = useState<Opened>(null)
  const [notice, setNotice] = useState('')
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
  return { ...text, files, setFiles, opened, setOpened, notice, setNotice, goesToText, menuKeys, active, setActive }
}
type Inside = ReturnType<typeof useEditor>

const openLink = ({ controls, setOpened }: Inside): void => {
  if (!controls) return
  const there = linkAt(controls.view.state)
  const address = String(there?.mark.attrs.linkUrl ?? '')
  setOpened({ name: 'link', draft: { address, needsWords: !there && controls.view.state.selection.empty } })
}

const listenerOf = (inside: Inside, { value, onChange, disabled }: Props): TextListener => ({
  onChange: (content, css) => onChange({ content, css: css ?? value.css }),
  onOpened: (text, controls) => {
    inside.setControls(controls)
    inside.setUnshown(text.hasEditable ? null : { islands: text.islands, hasFocus: false })
  },
  onState: inside.setState,
  onCode: (islands) => {
    inside.goesToText.current = !islands
    inside.setUnshown(islands && { islands, hasFocus: true })
  },
  onPictures: inside.setFiles,
  onOtherFiles: () => inside.setNotice(t('Only pictures can be dropped into the text.')),
  onLostPictures: () =>
    inside.setNotice(t('Pictures from other places were left out. Save them on your device, then insert them here.')),
  onLink: () => openLink(inside),
  onMenuKey: (key) => inside.menuKeys.current(key),
  onEditCode: (find) => {
    if (!disabled) inside.setOpened({ name: 'code', find })
  },
})

const PictureStep = ({ inside, props }: { inside: Inside; props: Props }) => {
  const { controls, files, setFiles, opened, setOpened, goesToText } = inside
  const next = () => {
    setOpened(null)
    setFiles(files.slice(1))
  }
  const insert = (imageUrl: string, altText: string) => {
    goesToText.current = true
    next()
    controls?.exec('addImage', { imageUrl, altText })
  }
  const [first = null] = files
  if (!first && opened?.name !== 'picture') return null
  const { onUpload: send, library } = props
  return <PictureDialog key={files.length} {...{ first, send, library }} onDone={insert} onClose={next} />
}

const Dialogs = ({ inside, props }: { inside: Inside; props: Props }) => {
  const { controls, opened, setOpened, goesToText } = inside
  const close = () => setOpened(null)
  return (
    <>
      <PictureStep inside={inside} props={props} />
      {opened?.name === 'link' && (
        <LinkDialog
          draft={opened.draft}
          onClose={close}
          onApply={(address, words) => {
            goesToText.current = true
            close()
            if (controls) setLink(controls.view, address, words)
          }}
        />
      )}
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

const TextMode = ({ inside, props }: { inside: Inside; props: Props }) => {
  const { value, disabled, labelledBy, describedBy } = props
  const { controls, state, setOpened, notice, setNotice } = inside
  const id = useId()
  const open = {
    onLink: () => openLink(inside),
    onPicture: () => setOpened({ name: 'picture' }),
    onCode: () => setOpened({ name: 'code', find: '' }),
  }
  return (
    <div className={disabled ? 'editor is-off' : 'editor'} onKeyDown={keepEnter}>
      {controls && <Toolbar controls={controls} state={state} disabled={disabled} open={open} />}
      <div onKeyDown={() => setNotice('')}>
        <TextEditor
          html={value.content}
          disabled={disabled}
          labelledBy={labelledBy}
          describedBy={[describedBy, `${id}help`].filter(Boolean).join(' ')}
          active={inside.active}
          listener={listenerOf(inside, props)}
        />
      </div>
      <p className="hint editor-help" id={`${id}help`}>
        {t('Escape, then Tab leaves the text. Shift+Enter starts a new line in the same paragraph, / a block.')}
      </p>
      <p className="editor-notice" role="status">
        {notice}
      </p>
      <Suspense>
        {controls && state.slash !== null && (
          <BlockMenu
            controls={controls}
            query={state.slash}
            keys={inside.menuKeys}
            onActive={inside.setActive}
            onPicture={open.onPicture}
          />
        )}
        <Dialogs inside={inside} props={props} />
      </Suspense>
    </div>
  )
}

// The surface lives on while the code is edited: its history leads back.
const AsCode = ({ inside, props, unshown }: { inside: Inside; props: Props; unshown: Unshown }) => {
  const { controls } = inside
  const { onUpload: _onUpload, ...shared } = props
  const change = (value: Content) => {
    if (controls) controls.told = value.content
    props.onChange(value)
  }
  const backToText = (before: Content): boolean => {
    const { content, css } = props.value
    const isPossible = Boolean(controls && openText(controls.view.state.schema, content).hasEditable)
    if (isPossible) controls?.replace(content, { before: before.css, after: css })
    return isPossible
  }
  const move = (way: 'undo' | 'redo'): boolean => {
    const isPossible = Boolean(controls && steps[way](controls.view.state))
    if (isPossible) controls?.exec(way)
    return isPossible
  }
  return (
    <Suspense fallback={<PleaseWait />}>
      <CodeMode {...shared} {...unshown} onChange={change} onBack={backToText} onHistory={move} />
    </Suspense>
  )
}

/**
 * The editor of a text: HTML and CSS in, the same out. WYSIWYG where the text allows it, islands for blocks that the editor
 * cannot show, code with a live preview when there is nothing else (spec/decisions D6). An untouched text is given back as
 * it came. `onUpload` sends a picture and answers its address on this site; `library` leads to those sent before.
 */
export const ContentEditor = (props: Props) => {
  const inside = useEditor()
  const { unshown } = inside
  usePreload(loadParts)
  return (
    <>
      <div hidden={unshown !== null}>
        <TextMode inside={inside} props={props} />
      </div>
      {unshown && <AsCode inside={inside} props={props} unshown={unshown} />}
    </>
  )
}
