import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { t } from '../../ui-shared/i18n.ts'
import { InsertMenu } from './insert-menu.tsx'
import { outdent, setList } from './text/list-commands.ts'
import { clearFormatting, toggle } from './text/mark-commands.ts'
import { insertTable } from './tables/table-commands.ts'
import { type TextState, toggleQuote } from './text/text-state.ts'
import type { TextControls } from './text/text-controls.ts'
import { ToolIcon } from './tool-icons.tsx'
import { ContextTools } from './tools/context-tools.tsx'
import { type Tool, type ToolbarOpeners, ToolButton } from './tools/tool.tsx'

const level = (controls: TextControls, state: TextState, wanted: number): Tool => ({
  // What the face shows is part of the name, for who speaks to the screen.
  label: t('Heading {level}, H{level}', { level: wanted }),
  isOn: state.level === wanted,
  face: `H${wanted}`,
  run: () => controls.exec('heading', state.level === wanted ? {} : { level: wanted }),
})

const list = (
  controls: TextControls,
  isOn: boolean,
  label: string,
  kind: 'bulletList' | 'orderedList',
  icon: 'bullets' | 'numbers',
): Tool => ({
  label,
  isOn,
  face: <ToolIcon name={icon} />,
  run: () => (isOn ? outdent(controls) : setList(controls, kind)),
})

const historyTools = ({ exec }: TextControls, { canUndo, canRedo }: TextState): Tool[] => [
  {
    label: t('Undo'),
    keys: 'Control+Z',
    isOff: !canUndo,
    face: <ToolIcon name="undo" />,
    run: () => exec('undo'),
  },
  {
    label: t('Redo'),
    keys: 'Control+Y',
    isOff: !canRedo,
    face: <ToolIcon name="redo" />,
    run: () => exec('redo'),
  },
]

const textTools = (controls: TextControls, state: TextState): Tool[] => [
  { label: t('Bold'), keys: 'Control+B', isOn: state.isBold, face: <b>B</b>, run: () => controls.exec('bold') },
  { label: t('Italic'), keys: 'Control+I', isOn: state.isItalic, face: <i>I</i>, run: () => controls.exec('italic') },
  {
    label: t('Underline'),
    keys: 'Control+U',
    isOn: state.isUnderlined,
    face: <u>U</u>,
    run: () => toggle(controls.view, 'u'),
  },
  {
    label: t('Strikethrough'),
    keys: 'Control+Shift+X',
    isOn: state.isStruck,
    face: <s>S</s>,
    run: () => toggle(controls.view, 'strike'),
  },
  {
    label: t('Clear formatting'),
    keys: 'Control+\\',
    face: <ToolIcon name="clear" />,
    run: () => clearFormatting(controls.view),
  },
]

const levelTools = (controls: TextControls, state: TextState): Tool[] => [
  level(controls, state, 2),
  level(controls, state, 3),
]

const blockTools = (controls: TextControls, state: TextState): Tool[] => [
  { label: t('Quotation'), isOn: state.isQuote, face: <ToolIcon name="quote" />, run: () => toggleQuote(controls) },
  list(controls, state.isBullets, t('Bulleted list'), 'bulletList', 'bullets'),
  list(controls, state.isNumbers, t('Numbered list'), 'orderedList', 'numbers'),
]

const insertTools = (state: TextState, open: ToolbarOpeners): Tool[] => [
  { label: t('Link'), keys: 'Control+K', isOn: state.isLink, face: t('Link'), run: open.onLink },
  { label: t('Image'), face: t('Image'), run: open.onPicture },
]

const tableTool = (controls: TextControls): Tool => ({
  label: t('Table'),
  face: t('Table'),
  run: () => insertTable(controls.view),
})

const Group = ({ tools, disabled }: { tools: readonly Tool[]; disabled: boolean }) => (
  <div className="tools">
    {tools.map((tool) => (
      <ToolButton key={tool.label} tool={tool} disabled={disabled} />
    ))}
  </div>
)

// The lines of an open menu move among themselves.
const stops = 'button:not(:disabled, [role=menuitem])'

const moves: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
}

/** The toolbar of the text: one tab stop, the button that had the focus last; arrows, Home and End move. */
export const Toolbar = ({
  controls,
  state,
  disabled,
  open,
}: {
  controls: TextControls
  state: TextState
  disabled: boolean
  open: ToolbarOpeners
}) => {
  const bar = useRef<HTMLDivElement>(null)
  const last = useRef<Element | null>(null)
  const enabled = () => [...(bar.current?.querySelectorAll<HTMLButtonElement>(stops) ?? [])]
  const keepOneStop = () => {
    const buttons = enabled()
    const stop = buttons.find((button) => button === last.current) ?? buttons[0]
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1
  }
  // Which buttons there are, and can be pressed, follows what stands at the cursor.
  useLayoutEffect(keepOneStop)
  const note = ({ target }: FocusEvent<HTMLElement>) => {
    last.current = target
    keepOneStop()
  }
  const move = (event: KeyboardEvent) => {
    const buttons = enabled()
    const at = buttons.findIndex((button) => button === document.activeElement)
    const next = at === -1 || event.defaultPrevented ? undefined : moves[event.key]?.(at, buttons.length)
    if (next === undefined) return
    event.preventDefault()
    buttons[next]?.focus()
  }
  const code: Tool = { label: t('Edit code'), face: t('Edit code'), run: open.onCode }
  return (
    <div ref={bar} className="bar" role="toolbar" aria-label={t('Text tools')} onKeyDown={move} onFocus={note}>
      <Group tools={historyTools(controls, state)} disabled={disabled} />
      <Group tools={textTools(controls, state)} disabled={disabled} />
      <Group tools={[...levelTools(controls, state), ...blockTools(controls, state)]} disabled={disabled} />
      <Group
        tools={[...insertTools(state, open), ...(state.isTable ? [] : [tableTool(controls)])]}
        disabled={disabled}
      />
      <InsertMenu controls={controls} open={open} disabled={disabled} />
      <ToolButton tool={code} disabled={disabled} className="tool end" />
      {!disabled && <ContextTools controls={controls} state={state} open={open} />}
    </div>
  )
}
