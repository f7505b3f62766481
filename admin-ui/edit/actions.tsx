import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { Icon } from '../../ui-shared/drawings/icons.tsx'
import { t } from '../../ui-shared/i18n.ts'
import type { RecordActions } from '../verbs/record-actions.tsx'

// Behind the form; the place of the button is there from the start.
const Loaded = lazy(async () => ({ default: (await import('../verbs/record-actions.tsx')).RecordActions }))

/** The Actions of an edit screen. Pressed before they are loaded, they open once they are. */
export const Actions = (props: Omit<ComponentProps<typeof RecordActions>, 'begun'>) => {
  const [begun, setBegun] = useState({ isFocused: false, isOpen: false })
  // Few of those that there is one of have any.
  const place = !props.resource.isSingleton && (
    <button
      type="button"
      className="btn"
      aria-haspopup="menu"
      aria-expanded={false}
      aria-busy={begun.isOpen}
      onFocus={() => setBegun((now) => ({ ...now, isFocused: true }))}
      onBlur={() => setBegun({ isFocused: false, isOpen: false })}
      onClick={() => setBegun({ isFocused: true, isOpen: true })}
    >
      {t('Actions')}
      <Icon name="down" />
    </button>
  )
  return (
    <Suspense fallback={place}>
      <Loaded {...props} begun={begun} />
    </Suspense>
  )
}
