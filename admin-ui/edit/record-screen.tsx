import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import '../styles/edit.css'
import type { Resource } from '../../domain/resource.ts'
import { randomKey } from '../../ui-shared/api/client.ts'
import { type Draft, saveDraft } from '../../ui-shared/drafts.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { PleaseWait } from '../../ui-shared/states.tsx'
import { wayBack } from '../list/remembered.ts'
import type { Row } from '../list/row.ts'
import type { ScreenOverrides } from '../list/screen.ts'
import { PageHead } from '../shell/page-head.tsx'
import { formOf } from '../forms.ts'
import { copyOf } from './copy-of.ts'
import { changedNames, type FormValues, pick, valuesOf } from './form-values.ts'
import { PreviewButton } from './preview.tsx'
import { RecordForm } from './record-form.tsx'
import { newRecord, useDraftPlace, useKeptDraft } from './drafts/use-draft.ts'
import type { Base } from './save/use-save.ts'

// What others do beside is no part of what a form needs to be there.
const AlsoOpen = lazy(async () => ({ default: (await import('./beside/beside.tsx')).AlsoOpen }))
const DraftList = lazy(async () => ({ default: (await import('./drafts/draft-list.tsx')).DraftList }))

// The record as it was when the form opened; a reload in the background must not move what is being typed over.
const useOpened = (resource: Resource, row: Row | null, like: Row | undefined): Base => {
  const [base] = useState<Base>(() => ({
    id: row?.id ?? null,
    version: row?.version ?? null,
    values: like ? copyOf(resource, like) : valuesOf(resource, row),
  }))
  return base
}

/** The head and the form of a record, or of a new one when `row` is null, with the draft that was kept of it. */
export const RecordScreen = ({
  resource: whole,
  overrides,
  row,
  like,
  isDisabled,
  locked = null,
  head,
  aside,
  actions,
}: {
  resource: Resource
  overrides: ScreenOverrides
  row: Row | null
  /** The record that a new one begins as a duplicate of. */
  like?: Row | undefined
  isDisabled: boolean
  /** Why the record stays as it is. */
  locked?: string | null
  head: { title: string; tab?: string; facts?: ReactNode }
  aside?: ReactNode
  /** What can be done besides saving; gets how to leave without being asked. */
  actions?: (release: () => Promise<void>) => ReactNode
}) => {
  const me = useMe()
  const resource = formOf(whole).asks ?? whole
  const base = useOpened(resource, row, like)
  const place = useDraftPlace(resource, me?.id, base.id, like?.id)
  const kept = useKeptDraft(place)
  const [taken, setTaken] = useState<Draft | null>(null)
  const draft = taken ?? kept
  const values = useRef<FormValues>(base.values)
  const release = useRef(async () => {})
  // What was typed here already is set aside as a draft of its own.
  const open = async (other: Draft) => {
    const names = changedNames(base.values, values.current).filter((name) => !resource.fields[name]?.isPersonal)
    if (place && names.length > 0) {
      const typed = { values: pick(values.current, names), before: pick(base.values, names) }
      const draft = { ...typed, version: null, at: new Date().toISOString() }
      await saveDraft(place.person, `${newRecord(resource)}/${randomKey()}`, draft).catch(() => undefined)
    }
    setTaken(other)
  }
  return (
    <>
      <PageHead {...head} {...wayBack(resource)}>
        {overrides.preview && (
          <PreviewButton {...{ resource, row }} fields={overrides.preview} read={() => values.current} />
        )}
        {actions?.(() => release.current())}
      </PageHead>
      {row && (
        <Suspense>
          <AlsoOpen resource={whole.name} id={row.id} />
        </Suspense>
      )}
      {row === null && !like && draft === null && place && (
        <Suspense>
          <DraftList resource={resource} place={place} onOpen={(other) => void open(other)} />
        </Suspense>
      )}
      {draft === undefined || place === undefined ? (
        <PleaseWait />
      ) : (
        <RecordForm
          key={draft?.at}
          {...{ resource, overrides, base, row, draft, place, isDisabled, locked, aside }}
          onValues={(now) => {
            values.current = now
          }}
          onReady={(letGo) => {
            release.current = letGo
          }}
        />
      )}
    </>
  )
}
