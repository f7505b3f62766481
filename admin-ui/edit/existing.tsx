import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect } from 'react'
import { areas } from '../../domain/permission.ts'
import { isPreviewable } from '../../domain/publishing.ts'
import type { Resource } from '../../domain/resource.ts'
import { statusOf } from '../../ui-shared/api/error.ts'
import { amid, t } from '../../ui-shared/i18n.ts'
import { shownMoment } from '../../ui-shared/moment.ts'
import { can } from '../../ui-shared/session/me.ts'
import { maySee } from '../shell/may-see.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { AccessDenied, EmptyState, LoadError, PleaseWait, StatusChip, useLate } from '../../ui-shared/states.tsx'
import { listPath, wayBack } from '../list/remembered.ts'
import { type Row, titleOf } from '../list/row.ts'
import { publicPathOf, type ScreenOverrides } from '../list/screen.ts'
import { PageHead } from '../shell/page-head.tsx'
import { PublishingWord } from '../publishing/publishing-word.tsx'
import { formOf } from '../forms.ts'
import { Actions } from './actions.tsx'
import { useIsGone } from './history/use-history.ts'
import { lockedByState } from './locked.ts'
import { Rail } from './rail.tsx'
import { maySetAny } from './standing.ts'
import type { FormWays } from './record-form.tsx'
import { releaseOpening } from './opening.ts'
import { recordQuery } from './save/record-query.ts'
import { late } from '../../ui-shared/parts/late.ts'

// Few records are shown by links.
const PreviewLinks = late(async () => (await import('../publishing/preview-links.tsx')).PreviewLinks)

type Shared = { resource: Resource; overrides: ScreenOverrides }

const RecordFacts = ({ resource, row, path }: { resource: Resource; row: Row; path: string | null }) => {
  if (useIsGone(resource.name, row.id)) return <span className="status">{t('In Trash')}</span>
  return (
    <>
      <StatusChip deletedAt={row.deletedAt} />
      <PublishingWord resource={resource} row={row} />
      {path && <span className="mono dim">{path}</span>}
    </>
  )
}

// A screen without a record still says which it is, and how to go back.
const EditHead = ({ resource, title }: { resource: Resource; title?: string }) => (
  <PageHead title={title ?? t('Edit {thing}', { thing: t(resource.label) })} {...wayBack(resource)} />
)

// What comes at once takes the place of nothing; only a wait is named.
const Loading = ({ resource }: { resource: Resource }) => (
  <>
    {useLate(200) && <EditHead resource={resource} />}
    <PleaseWait />
  </>
)

const Missing = ({ resource }: { resource: Resource }) => (
  <>
    <EditHead resource={resource} title={t('Not found')} />
    <EmptyState title={t('There is no such {thing}', { thing: amid(t(resource.label)) })}>
      {t('It may have been deleted, or its address has changed.')}
    </EmptyState>
  </>
)

const useOpened = ({ resource, overrides }: Shared) => {
  const me = useMe()
  const { aside: Aside, lock } = formOf(resource)
  // What stands beside a form is asked for by calls that auditors may not make.
  const isReader = can(me, `r-${resource.area}`)
  return (row: Row) => {
    const locked = lock?.(row, me) ?? lockedByState(resource, row)
    const head = resource.isSingleton
      ? { title: t(areas[resource.area ?? '']?.title ?? resource.label) }
      : {
          title: titleOf(row),
          tab: t('Edit {thing}', { thing: t(resource.label) }),
          facts: <RecordFacts resource={resource} row={row} path={publicPathOf(resource, overrides)?.(row) ?? null} />,
        }
    return {
      row,
      head,
      isDisabled: locked !== null || resource.events.edit === undefined || !maySetAny(me, resource),
      locked,
      aside: (
        <Rail resource={resource} row={row}>
          {isPreviewable(resource) && can(me, `u-${resource.area}`) && shownMoment() === null && (
            <section className="preview-links">
              <h2 className="caps">{t('Preview links')}</h2>
              <p className="dim">{t('Show this to somebody without an account before it is published.')}</p>
              <Suspense>
                <PreviewLinks resource={resource.name} record={row.id} />
              </Suspense>
            </section>
          )}
          {Aside && isReader && (
            <Suspense>
              <Aside resource={resource} row={row} />
            </Suspense>
          )}
        </Rail>
      ),
      actions: (form: () => FormWays | null) => (
        <Actions {...{ resource, overrides, row, form }} back={listPath(resource.name)} />
      ),
    }
  }
}

/** What the screen of a record shows, addressed by slug or id; `instead` what stands there while or because it cannot be. No key: nothing is read. */
export const useExisting = ({ resource, overrides, recordKey }: Shared & { recordKey: string }) => {
  const me = useMe()
  const mayRead = maySee(me, resource.area)
  const { data, error, refetch } = useQuery({
    ...recordQuery(resource, recordKey),
    enabled: mayRead && recordKey !== '',
  })
  useEffect(releaseOpening, [])
  const opened = useOpened({ resource, overrides })
  const isDenied = !mayRead || statusOf(error) === 403
  const instead = (shown: ReactNode) => ({ screen: null, instead: shown })
  // Whatever became of the record or of the right to it: what was typed stays on the screen.
  if (data) return { screen: opened(data), instead: null }
  if (statusOf(error) === 404) return instead(<Missing resource={resource} />)
  if (!isDenied && !error) return instead(<Loading resource={resource} />)
  return instead(
    <>
      <EditHead resource={resource} />
      {isDenied && <AccessDenied />}
      {error && !isDenied && <LoadError message={error.message} onRetry={() => void refetch()} />}
    </>,
  )
}
