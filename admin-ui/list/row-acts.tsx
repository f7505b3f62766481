import { lazy, memo, Suspense, useState } from 'react'
import type { Resource } from '../../domain/resource.ts'
import { Icon } from '../../ui-shared/drawings/icons.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { type Row, titleOf } from './row.ts'
import type { ScreenOverrides } from './screen.ts'

// Loaded with the first menu that is opened.
const RowMenu = lazy(async () => ({ default: (await import('../verbs/row-menu.tsx')).RowMenu }))

type Props = {
  resource: Resource
  overrides: ScreenOverrides
  row: Row
  isInTrash: boolean
  onLook: (row: Row) => void
}

/** The end of a row: a quick look at its record, and the menu of what can be done to it. */
export const RowActs = memo(({ onLook, ...about }: Props) => {
  const { row, isInTrash } = about
  const [isWanted, setWanted] = useState(false)
  const words = { title: titleOf(row) }
  const label = t('Actions for {title}', words)
  const dots = (
    <button
      type="button"
      className="btn bare small dots"
      aria-label={label}
      title={label}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setWanted(true)}
    >
      <Icon name="more" />
    </button>
  )
  const look = t('Quick look at {title}', words)
  return (
    <td className="row-acts no-print">
      {!isInTrash && (
        <button type="button" className="btn bare small" aria-label={look} title={look} onClick={() => onLook(row)}>
          <Icon name="view" />
        </button>
      )}
      {isWanted ? (
        <Suspense fallback={dots}>
          <RowMenu {...about} label={label} />
        </Suspense>
      ) : (
        dots
      )}
    </td>
  )
})
