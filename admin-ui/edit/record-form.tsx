import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import type { Resource } from '../../domain/resource.ts'
import { formatTime } from '../../ui-shared/date.tsx'
import type { Draft } from '../../ui-shared/drafts.ts'
import { ErrorSummary } from '../../ui-shared/fields/error-summary.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { usePreload } from '../../ui-shared/parts/use-preload.ts'
import type { Row } from '../list/row.ts'
import type { ScreenOverrides } from '../list/screen.ts'
import { FormColumns } from './form-columns.tsx'
import { releaseLinks } from '../../ui-shared/fields/picture.ts'
import { formOf } from '../forms.ts'
import { isReviewed } from '../publishing/reviewed.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { goTo } from './go-to.ts'
import { useIsGone } from './history/use-history.ts'
import { type FormValues, fromKept, unkeptNames } from './form-values.ts'
import { useRescue } from './beside/use-rescue.ts'
import { saveBeside } from './drafts/save-beside.ts'
import { useDiscard } from './drafts/use-discard.ts'
import { useLeaveGuard } from './save/leave-guard.ts'
import { conflictsOf, merge } from './merge/merge.ts'
import { asksReview, SaveWays } from './save/save-ways.tsx'
import { type DraftPlace, useDraft } from './drafts/use-draft.ts'
import { useSaveKey } from './save/use-save-key.ts'
import { useRecordForm } from './use-record-form.ts'
import type { Base } from './save/use-save.ts'
import { late } from '../../ui-shared/parts/late.ts'

// Rarely needed, so loaded when it is.
const loadMerge = () => import('./merge/merge-dialog.tsx')
const Meanwhile = late(async () => (await import('./beside/beside.tsx')).Meanwhile)
// The fields below it stay where they are.
const meanwhilePlace = <div className="meanwhile" />

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

const Restored = ({ draft, onDiscard }: { draft: Draft; onDiscard: () => void }) => (
  <div className="notice" role="status">
    <span>{t('Unsaved changes from {time} were restored.', { time: formatTime(draft.at) })}</span>
    <button type="button" className="btn small end" onClick={onDiscard}>
      {t('Discard them')}
    </button>
  </div>
)

/** What can be done to an open form from outside. */
export type FormWays = {
  /** Left without a question, for a record that is about to be deleted. */
  release: () => Promise<void>
  /** What was typed put beside. */
  setAside: () => Promise<void>
  /** Saved as it is on the screen, checked for being published; answers the version, null when it was not saved. */
  saveAll: () => Promise<number | null>
}

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
  onReady: (ways: FormWays) => void
  /** What was new is a record now. */
  onMade: (row: Row) => Promise<void>
}

// A live publication is changed by a button that says so; the keys only keep what was typed (D16).
const useSaveKeys = (
  { resource, isDisabled }: Pick<Props, 'resource' | 'isDisabled'>,
  edit: ReturnType<typeof useRecordForm>,
  keepDraft: () => void,
) =>
  useSaveKey(() => {
    if (isDisabled) return
    const { publishing } = resource
    if (publishing && edit.isLive) return keepDraft()
    edit.stay(publishing && edit.base.id === null ? { [publishing.draft]: true } : {})
  })

// Everything a form needs besides its drawing: values, saving, the kept draft, and not losing what was typed.
const useEditing = (props: Props) => {
  const { resource, base: opened, row, draft, place, onValues, onReady } = props
  const [isRestored, setRestored] = useState(draft !== null)
  const [{ start, first }] = useState(() => withDraft(resource, opened, draft))
  const [secret] = useState(() => unkeptNames(resource))
  const copy = { drop: async () => {}, forget: async () => {} }
  const onMade = async (made: Row) => {
    await copy.forget()
    await props.onMade(made)
  }
  const edit = useRecordForm(resource, { start, opened, first, row, onSaved: () => copy.drop(), onMade })
  const { base, now, changed, saveAll, isDone } = edit
  const of = { resource: resource.name, record: base.id }
  const typing = { before: base.values, now, version: base.version }
  const { keptAt, keep, keepNow, forget, drop, setAside } = useDraft(place, of, typing, secret, draft)
  Object.assign(copy, { drop, forget })
  const isWhole = changed.every((name) => !secret.includes(name))
  // Whoever opens the form of a new record again begins a new one.
  const leave = async () => void (base.id === null && (await setAside()))
  useLeaveGuard(changed.length, () => isDone.current, { keep, isWhole, leave })
  const keepDraft = () => void saveBeside(resource, changed.length, keep, keepNow)
  useSaveKeys(props, edit, keepDraft)
  useEffect(() => onValues?.(now))
  useEffect(() => releaseLinks, [])
  const release = useCallback(async () => {
    isDone.current = true
    await drop()
  }, [drop, isDone])
  useEffect(() => onReady({ release, setAside, saveAll }))
  const typed = { resource, row: props.row, place, now, changed, secret }
  const rescue = useRescue(typed, { submit: () => edit.submitWith({}), release })
  const discard = useDiscard(edit, forget, () => setRestored(false))
  return { ...edit, keptAt, keepDraft, discard, rescue, restored: isRestored && changed.length > 0 ? draft : null }
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
  const isGone = useIsGone(resource.name, edit.base.id)
  const asks = asksReview(resource, row, isReviewed(resource, useMe()))
  const { form, base, now, errors, changed, isBusy, isDone, discard, restored, progressOf } = edit
  return (
    <form onSubmit={asks ? (event) => void edit.ask(event) : edit.submit} noValidate aria-busy={isBusy}>
      {/* Enter in a field presses the first button that submits: this one, which does nothing. */}
      {resource.publishing && <button type="submit" disabled hidden />}
      <FormColumns
        layout={overrides.layout}
        overrides={own}
        isLocked={locked !== null}
        aside={aside}
        values={now}
        set={form.set}
        form={{ resource, row, isBusy, errors, progressOf, valueOf: (name) => now[name] ?? null }}
      >
        {restored && <Restored draft={restored} onDiscard={() => void discard()} />}
        {base.id !== null && base.version !== null && !isBusy && !isDone.current && (
          <Suspense fallback={meanwhilePlace}>
            <Meanwhile
              {...{ resource, rescue: edit.rescue }}
              id={base.id}
              version={base.version}
              isChanged={changed.length > 0}
            />
          </Suspense>
        )}
        <Errors edit={edit} />
        {Above && (
          <Suspense>
            <Above values={now} row={row} />
          </Suspense>
        )}
        {locked && <p className="notice">{locked}</p>}
      </FormColumns>
      {!isDisabled && <SaveWays {...{ resource, row, edit, isGone }} submit={own.submit} />}
      <Conflicts resource={resource} edit={edit} />
    </form>
  )
}
