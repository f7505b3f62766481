import { useLayoutEffect, useRef, useState } from 'react'
import type { OpenText } from '../html/round-trip.ts'
import type { TextHandlers } from './text-events.ts'
import { isSameState, noState, readState, type TextState } from './text-state.ts'
import { createSurface } from './surface.ts'
import type { TextControls } from './text-controls.ts'

/** What the text editor tells its form. */
export type TextListener = {
  /** `css` is null when it stays. */
  onChange: (html: string, css: string | null) => void
  onOpened: (text: OpenText, controls: TextControls) => void
  onState: (state: TextState) => void
  onCode: (opaqueBlocks: readonly string[] | null) => void
  onPictures: (files: readonly File[], at: number | null) => void
  onOtherFiles: () => void
  onPictureHtml: (html: string) => void
  onLostPictures: () => void
  onReplaced: (cells: readonly string[]) => void
  onHeldTab: () => void
  onLink: () => void
  onFind: () => void
  onEditCode: (source: string) => void
  onMenuKey: (key: string) => boolean
}

type Props = {
  html: string
  disabled: boolean
  labelledBy: string
  describedBy: string
  /** The id of the line that is chosen in the menu of blocks. */
  active: string | null
  listener: TextListener
}

/** What lives beside React. */
type Inside = {
  listener: TextListener
  state: TextState
  controls: TextControls | null
  opened: TextControls | null
}

// The editor takes its handlers once; what they call is always the form's newest listener.
const handlersOf = (inside: Inside): TextHandlers => ({
  onChange: (css) => {
    const { controls } = inside
    if (!controls) return
    const html = controls.read()
    if (html === controls.told && css === null) return
    controls.told = html
    inside.listener.onChange(html, css)
  },
  onState: (editorState) => {
    const state = readState(editorState)
    if (isSameState(state, inside.state)) return
    inside.state = state
    inside.listener.onState(state)
  },
  onCode: (opaqueBlocks) => inside.listener.onCode(opaqueBlocks),
  onPictures: (files, at) => inside.listener.onPictures(files, at),
  onOtherFiles: () => inside.listener.onOtherFiles(),
  onPictureHtml: (html) => inside.listener.onPictureHtml(html),
  onLostPictures: () => inside.listener.onLostPictures(),
  onReplaced: (cells) => inside.listener.onReplaced(cells),
  onHeldTab: () => inside.listener.onHeldTab(),
  onLink: () => inside.listener.onLink(),
  onFind: () => inside.listener.onFind(),
  onEditCode: (source) => inside.listener.onEditCode(source),
  onMenuKey: (key) => inside.listener.onMenuKey(key),
  exec: (command) => inside.controls?.exec(command),
})

const useHold = (listener: TextListener) => {
  const place = useRef<HTMLDivElement>(null)
  const [inside] = useState<Inside>(() => ({ listener, state: noState, controls: null, opened: null }))
  const [controls, setControls] = useState<TextControls | null>(null)
  useLayoutEffect(() => {
    inside.listener = listener
  })
  useLayoutEffect(() => {
    const made = createSurface(handlersOf(inside))
    place.current?.append(made.view.dom)
    inside.controls = made
    setControls(made)
    return () => {
      inside.controls = null
      setControls(null)
      made.view.destroy()
    }
  }, [inside])
  return { place, controls, inside }
}

/** The editing surface: Toast UI in WYSIWYG mode, opened and saved without losing anything. */
export const TextEditor = ({ html, disabled, labelledBy, describedBy, active, listener }: Props) => {
  const { place, controls, inside } = useHold(listener)
  useLayoutEffect(() => {
    if (!controls) return
    controls.view.setProps({
      editable: () => !disabled,
      attributes: {
        class: 'toastui-editor-contents prose',
        role: 'textbox',
        dir: 'auto',
        tabindex: '0',
        'aria-multiline': 'true',
        'aria-labelledby': labelledBy,
        'aria-describedby': describedBy,
        ...(disabled && { 'aria-disabled': 'true' }),
        ...(active && { 'aria-activedescendant': active }),
      },
    })
  }, [controls, disabled, labelledBy, describedBy, active])
  useLayoutEffect(() => {
    // What the editor itself has just told is not opened again: the cursor would jump.
    if (!controls || (inside.opened === controls && controls.told === html)) return
    inside.opened = controls
    controls.told = html
    inside.listener.onOpened(controls.open(html), controls)
  }, [controls, html, inside])
  return <div ref={place} />
}
