import { redoDepth, undoDepth } from 'prosemirror-history'
import type { Node } from 'prosemirror-model'
import { type KeyboardEvent, lazy, Suspense, useId } from 'react'
import { currentLocale, t } from '../../ui-shared/i18n.ts'
import { PleaseWait } from '../../ui-shared/states.tsx'
import { usePreload } from '../../ui-shared/parts/use-preload.ts'
import type { Content } from './code/code-fields.tsx'
import './editor.css'
import { Dialogs, loadDialogs } from './editor-dialogs.tsx'
import { EditorHelp } from './editor-help.tsx'
import { type EditorProps, type Inside, type Unshown, useEditor } from './editor-state.ts'
// Here at once: after its key, people type on without looking.
import { FindBar } from './find/find-bar.tsx'
import { openText } from './html/round-trip.ts'
import { sendMany } from './pictures/send-many.ts'
import './text/text.css'
import './review/text-facts.css'
import { TextEditor, type TextListener } from './text/text-editor.tsx'
import { isButtonLink } from './text/own-nodes.ts'
import { linkAt } from './text/text-state.ts'
import { Toolbar } from './toolbar.tsx'

// Not needed to draw the text.
const loadCodeMode = () => import('./code/code-mode.tsx')
const loadFacts = () => import('./review/text-facts.tsx')
const loadMenu = () => import('./block-menu.tsx')
const loadLinkMenu = () => import('./link-menu.tsx')
const loadParts = () => Promise.all([loadDialogs(), loadCodeMode(), loadFacts(), loadMenu(), loadLinkMenu()])
const BlockMenu = lazy(async () => ({ default: (await loadMenu()).BlockMenu }))
const LinkMenu = lazy(async () => ({ default: (await loadLinkMenu()).LinkMenu }))
const CodeMode = lazy(async () => ({ default: (await loadCodeMode()).CodeMode }))
const TextLength = lazy(async () => ({ default: (await loadFacts()).TextLength }))

const steps = { undo: undoDepth, redo: redoDepth }

// Enter in a field of the editor's own dialogs never sends the form around it; in the text it makes a paragraph.
const keepEnter = (event: KeyboardEvent): void => {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}

const openLink = ({ controls, setOpened }: Inside, asButton = false): void => {
  if (!controls) return
  const there = linkAt(controls.view.state)
  const address = String(there?.mark.attrs.linkUrl ?? '')
  const isButton = there ? isButtonLink(there.mark.attrs.htmlAttrs) : asButton
  setOpened({ name: 'link', draft: { address, needsWords: !there && controls.view.state.selection.empty, isButton } })
}

const sayReplaced = (cells: readonly string[]): string => {
  const words = cells.slice(0, 3).map((cell) => (cell.length > 30 ? `${cell.slice(0, 30)}…` : cell))
  if (cells.length > 3) words.push('…')
  const list = new Intl.ListFormat(currentLocale(), { type: 'unit' }).format(words)
  return t(
    '{count, plural, one {# filled cell was} other {# filled cells were}} replaced: {words}. Undo brings back what stood there.',
    { count: cells.length, words: list },
  )
}

const listenerOf = (inside: Inside, { value, onChange, disabled, onUpload, begin }: EditorProps): TextListener => ({
  onChange: (content, css) => onChange({ content, css: css ?? value.css }),
  onOpened: (text, controls) => {
    inside.setControls(controls)
    inside.setUnshown(text.hasEditable ? null : { opaqueBlocks: text.opaqueBlocks, hasFocus: false })
    if (text.hasEditable) begin?.(controls.view)
  },
  onState: inside.setState,
  onCode: (opaqueBlocks) => {
    inside.goesToText.current = !opaqueBlocks
    inside.setUnshown(opaqueBlocks && { opaqueBlocks, hasFocus: true })
  },
  onPictures: (files, at) => {
    if (files.length === 1) inside.setFiles(files)
    else sendMany(inside, onUpload, files, at)
  },
  onOtherFiles: () => inside.setNotice(t('Only pictures can be dropped into the text.')),
  onPictureHtml: (html) => inside.setOpened({ name: 'paste', html }),
  onLostPictures: () =>
    inside.setNotice(t('Pictures from other places were left out. Save them on your device, then insert them here.')),
  onReplaced: (cells) => inside.setNotice(sayReplaced(cells)),
  onHeldTab: () => inside.setNotice(t('Tab stays in the text. Escape, then Tab leaves it.')),
  onLink: () => openLink(inside),
  onFind: () => inside.setFinding(true),
  onMenuKey: (key) => inside.menuKeys.current(key),
  onEditCode: (find) => {
    if (!disabled) inside.setOpened({ name: 'code', find })
  },
})

const Facts = ({
  doc,
  onOpen,
  onFind,
}: {
  doc: Node
  onOpen: (name: 'outline' | 'check') => void
  onFind: () => void
}) => (
  <div className="editor-facts">
    <Suspense>
      <TextLength doc={doc} />
    </Suspense>
    <button type="button" className="btn bare small" onClick={() => onOpen('outline')}>
      {t('Outline')}
    </button>
    <button type="button" className="btn bare small" onClick={() => onOpen('check')}>
      {t('Check')}
    </button>
    <button type="button" className="btn bare small" aria-keyshortcuts="Control+F" onClick={onFind}>
      {t('Find and replace')}
    </button>
  </div>
)

const TextMode = ({ inside, props }: { inside: Inside; props: EditorProps }) => {
  const { value, disabled, labelledBy, describedBy, suggest } = props
  const { controls, state, setOpened, notice, setNotice } = inside
  const id = useId()
  const open = {
    onLink: () => openLink(inside),
    onPicture: () => setOpened({ name: 'picture', isChange: false }),
    onChangePicture: () => setOpened({ name: 'picture', isChange: true }),
    onButton: () => openLink(inside, true),
    onGallery: () => setOpened({ name: 'gallery' }),
    onVideo: () => setOpened({ name: 'video' }),
    onFile: () => setOpened({ name: 'file' }),
    onCode: () => setOpened({ name: 'code', find: '' }),
  }
  const menu = controls && { controls, keys: inside.menuKeys, onActive: inside.setActive }
  return (
    <div className={disabled ? 'editor is-off' : 'editor'} onKeyDown={keepEnter}>
      {controls && <Toolbar controls={controls} state={state} disabled={disabled} open={open} />}
      {controls && inside.isFinding && (
        <FindBar controls={controls} found={state.found} disabled={disabled} onClose={() => inside.setFinding(false)} />
      )}
      <div onKeyDownCapture={() => setNotice('')}>
        <TextEditor
          html={value.content}
          disabled={disabled}
          labelledBy={labelledBy}
          describedBy={[describedBy, `${id}help`].filter(Boolean).join(' ')}
          active={inside.active}
          listener={listenerOf(inside, props)}
        />
      </div>
      <EditorHelp id={`${id}help`} />
      {controls && (
        <Facts
          doc={controls.view.state.doc}
          onOpen={(name) => setOpened({ name })}
          onFind={() => inside.setFinding(true)}
        />
      )}
      <p className="editor-notice" role="status">
        {notice}
      </p>
      <Suspense>
        {menu && state.slash !== null && <BlockMenu {...menu} query={state.slash} open={open} />}
        {menu && state.sought !== null && suggest && <LinkMenu {...menu} query={state.sought} suggest={suggest} />}
        <Dialogs inside={inside} props={props} />
      </Suspense>
    </div>
  )
}

// The surface lives on while the code is edited: its history leads back.
const AsCode = ({ inside, props, unshown }: { inside: Inside; props: EditorProps; unshown: Unshown }) => {
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

/** The editor of a text: HTML and CSS in, the same out (D6). What it cannot show is an opaque block; an untouched text stays as it came. */
export const ContentEditor = (props: EditorProps) => {
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
