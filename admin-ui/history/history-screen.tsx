import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import '../styles/history.css'
import type { Resource } from '../../domain/resource.ts'
import { oneOf } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import { statusOf } from '../../ui-shared/api/error.ts'
import { amid, t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { AccessDenied, EmptyState, LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { rowSchema, titleOf } from '../list/row.ts'
import { PageHead } from '../shell/page-head.tsx'
import { CompareView } from './compare-view.tsx'
import { Player } from './player.tsx'
import { type Goal, RevertDialog } from './revert-dialog.tsx'
import { takeBack } from './take-back.ts'
import { VersionList } from './version-list.tsx'
import { VersionView } from './version-view.tsx'
import { useVersions } from './versions.ts'

const within = (text: string | undefined, last: number): number | null => {
  const version = /^\d{1,9}$/.test(text ?? '') ? Number(text) : 0
  return version >= 1 && version <= last ? version : null
}

/** What is shown stands in the address: `?version=7`, or `?compare=3..7`. */
const useShown = (last: number) => {
  const [parameters, setParameters] = useSearchParams()
  const [from, to] = (parameters.get('compare') ?? '').split('..').map((text) => within(text, last))
  const version = within(parameters.get('version') ?? '', last) ?? last
  const compared = from && to ? { from, to } : null
  return {
    version,
    compared,
    show: (one: number, replace = false) => setParameters({ version: String(one) }, { replace }),
    compare: (one: number, other: number) => setParameters({ compare: `${one}..${other}` }),
  }
}

const Shown = ({
  resource,
  record,
  versions,
}: {
  resource: Resource
  record: number
  versions: ReturnType<typeof useVersions>
}) => {
  const me = useMe()
  const { last } = versions
  const { version, compared, show, compare } = useShown(last)
  const [goal, setGoal] = useState<Goal | null>(null)
  const mayRevert =
    resource.events.revert !== undefined && ['u', 'd', 'c'].some((action) => can(me, `${action}-${resource.area}`))
  return (
    <div className="history">
      <section aria-label={t('Versions')}>
        <VersionList
          {...{ resource, versions }}
          shown={compared ? [compared.from, compared.to] : [version]}
          onShow={show}
          onCompare={(one) => {
            const other = compared?.to ?? version
            compare(Math.min(one, other), Math.max(one, other))
          }}
        />
      </section>
      <section className="shown" aria-label={t('Version')}>
        {!mayRevert && resource.events.revert !== undefined && resource.area !== null && (
          <p className="dim no-print">
            {t('Whoever may change this can take it back on this very page: send them its address.')}
          </p>
        )}
        {compared ? (
          <CompareView
            {...{ resource, record, last }}
            {...compared}
            onChoose={compare}
            onRevert={mayRevert ? (field) => setGoal({ version: compared.from, field }) : null}
          />
        ) : (
          <>
            <Player {...{ version, last }} onVersion={(one) => show(one, true)} />
            {mayRevert && (
              <p className="acts no-print">
                {version < last && (
                  <button type="button" className="btn" onClick={() => setGoal({ version })}>
                    {t('Back to this version…')}
                  </button>
                )}
                {version > 1 && (
                  <button type="button" className="btn" onClick={() => setGoal({ without: [version] })}>
                    {t('Take back this change alone…')}
                  </button>
                )}
              </p>
            )}
            <VersionView {...{ resource, record, version }} />
          </>
        )}
      </section>
      {goal && (
        <RevertDialog
          {...{ resource, record, goal, takeBack }}
          onClose={() => setGoal(null)}
          onDone={() => {
            setGoal(null)
            show(last + 1)
          }}
        />
      )}
    </div>
  )
}

// A record that lies in Trash has no screen of its own, but a history all the same.
const useRecord = (resource: Resource, key: string, isAsked: boolean) => {
  const path = resource.isSingleton ? `/${resource.name}` : `/${resource.name}/${encodeURIComponent(key)}`
  const { data, error } = useQuery({
    queryKey: [resource.name, 'record', key],
    queryFn: async ({ signal }) => (await api.get(path, { as: oneOf(rowSchema), signal })).data,
    retry: false,
    enabled: isAsked,
  })
  const id = data?.id ?? (/^\d{1,10}$/.test(key) && (error || !isAsked) ? Number(key) : null)
  return { id, title: data ? titleOf(data) : `#${key}`, error }
}

type Props = {
  resource: Resource
  recordKey: string
  /** What a record is called that no call reads, and what leads to it. */
  shownAs?: { title: string; back: string }
}

/** All versions of a record, any two of them compared, and the way back. */
export const HistoryScreen = ({ resource, recordKey, shownAs }: Props) => {
  const { id, title, error } = useRecord(resource, recordKey, shownAs === undefined)
  const versions = useVersions(resource, id)
  const { last, entries } = versions
  const own = resource.isSingleton ? `/dashboard/${resource.name}` : `/dashboard/${resource.name}/${recordKey}`
  const back = shownAs?.back ?? own
  const head = (
    <PageHead
      title={t('History: {record}', { record: resource.isSingleton ? t(resource.label) : (shownAs?.title ?? title) })}
      backTo={back}
      backLabel={t('Back')}
    />
  )
  const failed = versions.error ?? (id === null ? error : null)
  if (statusOf(failed) === 403)
    return (
      <>
        {head}
        <AccessDenied />
      </>
    )
  if (statusOf(failed) === 404)
    return (
      <>
        {head}
        <EmptyState title={t('There is no such {thing}', { thing: amid(t(resource.label)) })}>
          {t('It may have been deleted, or its address has changed.')}
        </EmptyState>
      </>
    )
  return (
    <>
      {head}
      {failed && <LoadError message={failed.message} onRetry={versions.refetch} />}
      {!failed && !entries && <PleaseWait />}
      {entries && last === 0 && <EmptyState title={t('Nothing has happened to it yet')}>{null}</EmptyState>}
      {id !== null && last > 0 && <Shown {...{ resource, versions }} record={id} />}
    </>
  )
}
