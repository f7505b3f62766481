import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { Resource } from '../../domain/resource.ts'
import { formatTime } from '../../ui-shared/date.tsx'
import type { Draft } from '../../ui-shared/drafts.ts'
import { ErrorSummary } from '../../ui-shared/fields/error-summary.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { usePreload } from '../../ui-shared/use-preload.ts'
import type { Row } from '../list/row.ts'
import type { ScreenOverrides } from '../list/screen.ts'
import { FormLayout } from './form-layout.tsx'
import { fieldsWithin } from '../../domain/fields/walk.ts'
import { releaseLinks } from '../../ui-shared/fields/picture.ts'
import { formOf } from '../forms.ts'
import { goTo } from './go-to.ts'
import { type FormValues, formFields, fromKept } from './form-values.ts'
import { useDiscard } from './drafts/use-discard.ts'
import { useLeaveGuard } from './save/leave-guard.ts'
import { conflictsOf, merge } from './merge/merge.ts'
import { SaveBar } from './save/save-bar.tsx'
import { type DraftPlace, useDraft } from './drafts/use-draft.ts'
import { useRecordForm } from './use-record-form.ts'
import type { Base } from './save/use-save.ts'

// Rarely needed, so loaded when it is.
const loadMerge = () => import('./merge/merge-dialog.tsx')
const PublishButtons = lazy(async () => ({
  default: (await import('../publishing/publish-buttons.tsx')).PublishButtons,
}))
const Meanwhile = lazy(async () => ({ default: (await import('./beside/beside.tsx')).Meanwhile }))
const MergeDialog = lazy(async () => ({ default: (await loadMerge()).MergeDialog }))

// A draft was typed over the values that stood then; what changed on the server since is not undone by it. Where both
// changed the same, the form stands on the version of the draft, so that saving it asks.
const withDraft = (resource: Resource, base: Base, draft: Draft | null): { start: Base; first: FormValues } => {
  if (!draft) return { start: base, first: base.values }
  const mine = { ...base.values, ...fromKept(resource, draft.values) }
  const before = { ...base.values, ...fromKept(resource, draft.before) }
  const merged = merge({ before, mine, theirs: base.values })
  if (conflictsOf(merged).length === 0) return { start: base, first: merged.values }
  return { start: { ...base, version: draft.version, values: before }, first: mine }
}

// Neither people nor secrets are kept on a device, also not inside of other fields.
const unkeptNames = (resource: Resource) =>
  formFields(resource)
    .filter(([, field]) => fieldsWithin(field).some(({ kind, isPersonal }) => isPersonal || kind === 'secret'))
    .map(([name]) => name)

const useSaveKey = (save: () => void) => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return
      event.preventDefault()
      if (!document.querySelector('dialog[open]')) save()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
}

const Restored = ({ draft, onDiscard }: { draft: Draft; onDiscard: () => void }) => (
  <div className="notice" role="status">
    <span>{t('Unsaved changes from {time} were restored.', { time: formatTime(draft.at) })}</span>
    <button type="button" className="btn small end" onClick={onDiscard}>
      {t('Discard them')}
    </button>
  </div>
)

type Props = {
  resource: Resource
  overrides: ScreenOverrides
  base: Base
  row: Row | null
  draft: Draft | null
  place: DraftPlace
  isDisabled: boolean
  locked: string | null
  /** What stands beside the fields. */
  aside?: ReactNode
  /** Follows what is in the form, for the preview. */
  onValues?: ((values: FormValues) => void) | undefined
  /** Tells how to leave without being asked, for a record that is about to be deleted. */
  onReady?: ((release: () => Promise<void>) => void) | undefined
}

// Everything a form needs besides its drawing: values, saving, the kept draft, and not losing what was typed.
const useEditing = ({ resource, base: opened, draft, place, isDisabled, onValues, onReady }: Props) => {
  const [isRestored, setRestored] = useState(draft !== null)
  const [{ start, first }] = useState(() => withDraft(resource, opened, draft))
  const [secret] = useState(() => unkeptNames(resource))
  const dropping = { drop: async () => {} }
  const edit = useRecordForm(resource, { start, opened, first }, () => dropping.drop())
  const { base, now, changed, submit, isDone } = edit
  const { keptAt, drop } = useDraft(place, base.values, now, base.version, secret)
  dropping.drop = drop
  const leave = () => void drop()
  useLeaveGuard(changed.length, () => isDone.current, leave)
  useSaveKey(() => !isDisabled && void submit())
  useEffect(() => onValues?.(now))
  useEffect(() => releaseLinks, [])
  useEffect(() => {
    onReady?.(async () => {
      isDone.current = true
      await drop()
    })
  }, [onReady, drop, isDone])
  const discard = useDiscard(edit, () => setRestored(false))
  return { ...edit, keptAt, discard, restored: isRestored && changed.length > 0 ? draft : null }
}

const Errors = ({ edit }: { edit: ReturnType<typeof useEditing> }) => {
  const lines = Object.entries(edit.errors).map(([name, message]) => ({ name, message }))
  return <ErrorSummary lines={lines} attempt={edit.attempt} onGo={goTo} />
}

const Conflicts = ({ resource, edit }: { resource: Resource; edit: ReturnType<typeof useEditing> }) => {
  const { conflict, settleConflict, setConflict } = edit
  usePreload(loadMerge)
  if (!conflict) return null
  const { record, from, merged } = conflict
  return (
    <Suspense>
      <MergeDialog
        resource={resource}
        record={{ id: record, version: from }}
        merged={merged}
        onSettle={settleConflict}
        onClose={() => setConflict(null)}
      />
    </Suspense>
  )
}

/** The form of a record: its fields, errors, draft, the bar that saves, and the merge with what others saved meanwhile. */
export const RecordForm = (props: Props) => {
  const { resource, overrides, row, isDisabled, locked, aside } = props
  const edit = useEditing(props)
  const own = formOf(resource)
  const { above: Above } = own
  const { form, base, now, errors, changed, submit, isBusy, isDone, keptAt, discard, restored, progressOf } = edit
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-busy={isBusy}>
      <div className={aside ? 'edit' : 'edit alone'}>
        <div className="fields">
          {restored && <Restored draft={restored} onDiscard={() => void discard()} />}
          {base.id !== null && base.version !== null && !isBusy && !isDone.current && (
            <Suspense>
              <Meanwhile resource={resource.name} id={base.id} version={base.version} isChanged={changed.length > 0} />
            </Suspense>
          )}
          <Errors edit={edit} />
          {Above && (
            <Suspense>
              <Above values={now} row={row} />
            </Suspense>
          )}
          {locked && <p className="notice">{locked}</p>}
          <fieldset className="bare" disabled={locked !== null}>
            <FormLayout
              layout={overrides.layout}
              overrides={own}
              values={now}
              set={form.set}
              form={{ resource, row, isBusy, errors, progressOf, valueOf: (name) => now[name] ?? null }}
            />
          </fieldset>
        </div>
        {aside}
      </div>
      {!isDisabled && (
        <SaveBar count={changed.length} keptAt={keptAt} isBusy={isBusy} onDiscard={() => void discard()}>
          {resource.publishing && (row === null || row.deletedAt) && (
            <Suspense>
              <PublishButtons
                publishing={resource.publishing}
                {...{ row, isBusy }}
                onSave={(more) => void submit(undefined, more)}
              />
            </Suspense>
          )}
        </SaveBar>
      )}
      <Conflicts resource={resource} edit={edit} />
    </form>
  )
}
