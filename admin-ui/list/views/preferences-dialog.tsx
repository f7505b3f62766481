import { type ReactNode, useState } from 'react'
import '../../styles/look.css'
import { t } from '../../../ui-shared/i18n.ts'
import { Dialog } from '../../../ui-shared/overlay/dialog.tsx'
import type { Column } from '../cells/columns.tsx'
import type { ListPreferences } from './list-preferences.ts'
import { Group, ViewLines } from './view-lines.tsx'

type Addressed = { hidden: readonly string[]; onHidden: (hidden: readonly string[]) => void; onOwn: () => void }

const useHidden = (
  { hidden: own }: ListPreferences,
  addressed: Addressed | undefined,
  keep: (hidden: string[]) => void,
) => {
  const [ofView, setOfView] = useState(addressed?.hidden ?? null)
  const hidden = ofView ?? own
  const toggle = (name: string) => {
    const next = hidden.includes(name) ? hidden.filter((one) => one !== name) : [...hidden, name]
    if (ofView === null) return keep(next)
    setOfView(next)
    addressed?.onHidden(next)
  }
  const leave = () => {
    setOfView(null)
    addressed?.onOwn()
  }
  return { hidden, isOfView: ofView !== null, toggle, leave }
}

/** The columns of a list, how close its rows stand, and the views that were saved. Each choice holds at once. */
export const PreferencesDialog = ({
  columns,
  first,
  addressed,
  onPreferences,
  onClose,
  children,
}: {
  columns: readonly Column[]
  first: ListPreferences
  /** The columns that the address leaves out, where it names those of a view: they are changed there. */
  addressed?: Addressed | undefined
  onPreferences: (preferences: ListPreferences) => void
  onClose: () => void
  /** What else there is to keep in order. */
  children?: ReactNode
}) => {
  const [preferences, setPreferences] = useState(first)
  const change = (next: Partial<ListPreferences>) => {
    setPreferences({ ...preferences, ...next })
    onPreferences({ ...preferences, ...next })
  }
  const { isDense, views } = preferences
  const { hidden, isOfView, toggle, leave } = useHidden(preferences, addressed, (next) => change({ hidden: next }))
  return (
    <Dialog title={columns.length > 0 ? t('Columns, density and views') : t('Saved views')} onClose={onClose}>
      {columns.length > 0 && (
        <Group title={t('Columns')}>
          {columns
            // The name of a record is always there.
            .filter(({ className }) => className !== 'wide')
            .map(({ name, heading }) => (
              <label key={name}>
                <input
                  className="check"
                  type="checkbox"
                  checked={!hidden.includes(name)}
                  onChange={() => toggle(name)}
                />
                {heading}
              </label>
            ))}
          {isOfView && (
            <p className="hint">
              {t('These are the columns of a view.')}{' '}
              <button type="button" className="link" onClick={leave}>
                {t('Show my own columns')}
              </button>
            </p>
          )}
        </Group>
      )}
      {columns.length > 0 && (
        <Group title={t('Density')}>
          {[false, true].map((dense) => (
            <label key={String(dense)}>
              <input
                type="radio"
                name="density"
                checked={isDense === dense}
                onChange={() => change({ isDense: dense })}
              />
              {dense ? t('Compact') : t('Comfortable')}
            </label>
          ))}
        </Group>
      )}
      <ViewLines
        title={t('Saved views')}
        views={views}
        onRename={async (view, name) =>
          change({
            // A view of that name is replaced, as when one is saved.
            views: views
              .filter((one) => one === view || one.name !== name)
              .map((one) => (one === view ? { ...one, name } : one)),
          })
        }
        onRemove={(view) => change({ views: views.filter(({ name }) => name !== view.name) })}
      />
      {children}
      <div className="acts">
        <button type="button" className="btn go" onClick={onClose}>
          {t('Done')}
        </button>
      </div>
    </Dialog>
  )
}
