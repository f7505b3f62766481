import { type ReactNode, useState } from 'react'
import { t } from '../../../ui-shared/i18n.ts'
import { SaveViewDialog } from './save-view-dialog.tsx'

export const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="preferences">
    <legend className="caps">{title}</legend>
    {children}
  </fieldset>
)

const LineButton = ({ words, label, onPress }: { words: string; label: string; onPress: () => void }) => (
  <button type="button" className="btn bare small" aria-label={label} onClick={onPress}>
    {words}
  </button>
)

/** Views by name, each to be renamed and removed. */
export const ViewLines = <V extends { name: string }>({
  title,
  views,
  onRename,
  onRemove,
}: {
  title: string
  views: readonly V[]
  onRename: (view: V, name: string) => Promise<void>
  onRemove: (view: V) => void
}) => {
  const [renamed, setRenamed] = useState<V | null>(null)
  if (views.length === 0) return null
  return (
    <>
      <Group title={title}>
        {views.map((view) => (
          <p key={view.name}>
            <span className="called">{view.name}</span>
            <LineButton
              words={t('Rename')}
              label={t('Rename {name}', { name: view.name })}
              onPress={() => setRenamed(view)}
            />
            <LineButton
              words={t('Remove')}
              label={t('Remove {name}', { name: view.name })}
              onPress={() => onRemove(view)}
            />
          </p>
        ))}
      </Group>
      {renamed && (
        <SaveViewDialog
          title={t('Rename {name}', { name: renamed.name })}
          words={t('What it shows stays as it is.')}
          first={renamed.name}
          onSave={(name) => onRename(renamed, name)}
          onClose={() => setRenamed(null)}
        />
      )}
    </>
  )
}
