import { useEffect } from 'react'
import type { Resource } from '../../domain/resource.ts'
import { t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { AccessDenied } from '../../ui-shared/states.tsx'
import type { ScreenOverrides } from '../list/screen.ts'
import { listPath } from '../list/remembered.ts'
import { PageHead } from '../shell/page-head.tsx'
import { formOf } from '../forms.ts'
import { RecordScreen } from './record-screen.tsx'
import { preloadWidgets } from './fields/widgets.tsx'

/** The screen for a new record. */
export const CreatePage = ({ resource, overrides }: { resource: Resource; overrides: ScreenOverrides }) => {
  const me = useMe()
  useEffect(() => preloadWidgets(resource), [resource])
  const { title } = formOf(resource)
  const head = { title: title ? t(title) : t('Create {thing}', { thing: t(resource.label) }) }
  if (!can(me, `c-${resource.area}`)) {
    return (
      <>
        <PageHead {...head} backTo={listPath(resource.name)} backLabel={t(resource.label)} />
        <AccessDenied />
      </>
    )
  }
  return <RecordScreen resource={resource} overrides={overrides} row={null} isDisabled={false} head={head} />
}
