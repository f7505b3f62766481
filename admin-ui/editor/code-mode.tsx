import { useId, useState } from 'react'
import { t } from '../../ui-shared/i18n.ts'
import { CodeFields, type Content } from './code-fields.tsx'
import { islandName } from './island.ts'

const reasonOf = (islands: readonly string[]): string => {
  const [only = ''] = islands
  if (islands.length > 1)
    return t(
      'All {count} parts of this text are HTML that the text editor cannot show. So its code is edited here, and nothing is lost.',
      {
        count: islands.length,
      },
    )
  return t(
    'This text is one {name} block, which the text editor cannot show. So its code is edited here, and nothing is lost.',
    {
      name: islandName(only),
    },
  )
}

/** The form's editor for a text of which the text editor can show nothing: code and live preview, and why. */
export const CodeMode = ({
  value,
  onChange,
  disabled,
  labelledBy,
  describedBy,
  islands,
  hasCss,
  onBack,
}: {
  value: Content
  onChange: (value: Content) => void
  disabled: boolean
  labelledBy: string
  describedBy?: string
  islands: readonly string[]
  hasCss?: boolean | undefined
  onBack: () => boolean
}) => {
  const id = useId()
  const [isRefused, setRefused] = useState(false)
  return (
    <div className="editor code-mode" role="group" aria-labelledby={labelledBy}>
      <div className="notice" id={`${id}why`}>
        <span>{reasonOf(islands)}</span>
        <button type="button" className="btn small end" disabled={disabled} onClick={() => setRefused(!onBack())}>
          {t('Open in the text editor')}
        </button>
        <span role="status">{isRefused && t('Not possible yet: the text editor can show no part of it.')}</span>
      </div>
      <CodeFields
        value={value}
        onChange={onChange}
        disabled={disabled}
        hasCss={hasCss}
        describedBy={[describedBy, `${id}why`].filter(Boolean).join(' ')}
      />
    </div>
  )
}
