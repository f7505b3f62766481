import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { t } from '../../../ui-shared/i18n.ts'
import { CodeFields, type Content } from './code-fields.tsx'
import { opaqueBlockName } from '../html/opaque-block.ts'

const reasonOf = (opaqueBlocks: readonly string[]): string => {
  const [only = ''] = opaqueBlocks
  if (opaqueBlocks.length > 1)
    return t(
      'All {count} parts of this text are HTML that the text editor cannot show. So its code is edited here, and nothing is lost.',
      {
        count: opaqueBlocks.length,
      },
    )
  return t(
    'This text is one {name} block, which the text editor cannot show. So its code is edited here, and nothing is lost.',
    {
      name: opaqueBlockName(only),
    },
  )
}

const historyKeys: Record<string, 'undo' | 'redo'> = { z: 'undo', y: 'redo', 'shift+z': 'redo' }

const wayOf = (event: KeyboardEvent): 'undo' | 'redo' | undefined => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return undefined
  const key = event.key.toLowerCase()
  return historyKeys[event.shiftKey ? `shift+${key}` : key]
}

/** Code and live preview for a text of which the editor can show nothing; before what is typed here, undo leads to the text as it was. */
export const CodeMode = ({
  value,
  onChange,
  disabled,
  labelledBy,
  describedBy,
  opaqueBlocks,
  hasCss,
  hasFocus,
  onBack,
  onHistory,
}: {
  value: Content
  onChange: (value: Content) => void
  disabled: boolean
  labelledBy: string
  describedBy?: string
  opaqueBlocks: readonly string[]
  hasCss?: boolean | undefined
  /** True to start in the HTML. */
  hasFocus: boolean
  /** Gets what was opened; false when the text editor can show nothing of what stands here now. */
  onBack: (opened: Content) => boolean
  onHistory: (way: 'undo' | 'redo') => boolean
}) => {
  const id = useId()
  const [opened] = useState(value)
  const html = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (hasFocus) html.current?.focus()
  }, [hasFocus])
  const goBack = (event: KeyboardEvent) => {
    const way = wayOf(event)
    const isUntouched = value.content === opened.content && value.css === opened.css
    if (way && isUntouched && !disabled && onHistory(way)) event.preventDefault()
  }
  const [isRefused, setRefused] = useState(false)
  return (
    <div className="editor code-mode" role="group" aria-labelledby={labelledBy} onKeyDown={goBack}>
      <div className="notice" id={`${id}why`}>
        <span>{reasonOf(opaqueBlocks)}</span>
        <button type="button" className="btn small end" disabled={disabled} onClick={() => setRefused(!onBack(opened))}>
          {t('Open in the text editor')}
        </button>
        <span role="status">{isRefused && t('Not possible yet: the text editor can show no part of it.')}</span>
      </div>
      <CodeFields
        htmlField={html}
        value={value}
        onChange={onChange}
        disabled={disabled}
        hasCss={hasCss}
        describedBy={[describedBy, `${id}why`].filter(Boolean).join(' ')}
      />
    </div>
  )
}
