import { type ReactNode, useRef, useState } from 'react'
import '../styles/edit.css'
import type { Resource } from '../../domain/resource.ts'
import { t } from '../../ui-shared/i18n.ts'
import { useMe } from '../../ui-shared/session.ts'
import { PleaseWait } from '../../ui-shared/states.tsx'
import { listPath } from '../list/remembered.ts'
import type { Row } from '../list/row.ts'
import type { ScreenOverrides } from '../list/screen.ts'
import { PageHead } from '../shell/page-head.tsx'
import { type FormValues, valuesOf } from './form-values.ts'
import { PreviewButton } from './preview.tsx'
import { RecordForm } from './record-form.tsx'
import { draftPlace, useKeptDraft } from './use-draft.ts'
import type { Base } from './use-save.ts'

// The record as it was when the form opened; a reload in the background must not move what is being typed over.
const useOpened = (resource: Resource, row: Row | null): Base => {
  const [base] = useState<Base>(() => ({
    id: row?.id ?? null,
    version: row?.version ?? null,
    values: valuesOf(resource, row),
  }))
  return base
}

/** The head and the form of a record, or of a new one when `row` is null, with the draft that was kept of it. */
export const RecordScreen = ({
  resource,
  overrides,
  row,
  isDisabled,
  head,
  aside,
  actions,
}: {
  resource: Resource
  overrides: ScreenOverrides
  row: Row | null
  isDisabled: boolean
  head: { title: string; tab?: string; facts?: ReactNode }
  aside?: ReactNode
  /** What can be done besides saving; gets how to leave without being asked. */
  actions?: (release: () => Promise<void>) => ReactNode
}) => {
  const me = useMe()
  const base = useOpened(resource, row)
  const place = draftPlace(resource, me?.id, base.id)
  const draft = useKeptDraft(place)
  const values = useRef<FormValues>(base.values)
  const release = useRef(async () => {})
  return (
    <>
      <PageHead {...head} backTo={listPath(resource.name)} backLabel={t(resource.label)}>
        {overrides.hasPreview && <PreviewButton read={() => values.current} />}
        {actions?.(() => release.current())}
      </PageHead>
      {draft === undefined ? (
        <PleaseWait />
      ) : (
        <RecordForm
          {...{ resource, overrides, base, row, draft, place, isDisabled, aside }}
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
