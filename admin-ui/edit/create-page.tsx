import { useEffect, useRef, useState } from 'react'
import '../styles/edit.css'
import type { Resource } from '../../domain/resource.ts'
import { t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/me.ts'
import { useMe } from '../../ui-shared/session.ts'
import { AccessDenied, PleaseWait } from '../../ui-shared/states.tsx'
import { listPath } from '../list/remembered.ts'
import type { ScreenOverrides } from '../list/screen.ts'
import { PageHead } from '../shell/page-head.tsx'
import { type FormValues, valuesOf } from './form-values.ts'
import { PreviewButton } from './preview.tsx'
import { RecordForm } from './record-form.tsx'
import { draftPlace, useKeptDraft } from './use-draft.ts'
import type { Base } from './use-save.ts'
import { preloadWidgets } from './widgets.tsx'

/** The screen for a new record. */
export const CreatePage = ({ resource, overrides }: { resource: Resource; overrides: ScreenOverrides }) => {
  const me = useMe()
  useEffect(() => preloadWidgets(resource), [resource])
  const [base] = useState<Base>(() => ({ id: null, version: null, values: valuesOf(resource, null) }))
  const place = draftPlace(resource, me?.id, null)
  const draft = useKeptDraft(place)
  const values = useRef<FormValues>(base.values)
  const label = t(resource.label)
  if (!can(me, `c-${resource.area}`)) return <AccessDenied />
  return (
    <>
      <PageHead title={t('Create {thing}', { thing: label })} backTo={listPath(resource.name)} backLabel={label}>
        {overrides.hasPreview && <PreviewButton read={() => values.current} />}
      </PageHead>
      {draft === undefined ? (
        <PleaseWait />
      ) : (
        <RecordForm
          resource={resource}
          overrides={overrides}
          base={base}
          row={null}
          draft={draft}
          place={place}
          isDisabled={false}
          onValues={(now) => {
            values.current = now
          }}
        />
      )}
    </>
  )
}
