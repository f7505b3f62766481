import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import '../styles/look.css'
import type { Field } from '../../domain/fields/field.ts'
import type { Resource } from '../../domain/resource.ts'
import { conversationFields } from '../../domain/shapes/conversation.ts'
import { oneOf } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import { statusOf } from '../../ui-shared/api/error.ts'
import { siteTitleOf } from '../../ui-shared/config/config.ts'
import { useConfig } from '../../ui-shared/config/use-config.ts'
import { formatDateTime } from '../../ui-shared/date.tsx'
import { useDocumentTitle } from '../../ui-shared/document-title.ts'
import { Icon } from '../../ui-shared/drawings/icons.tsx'
import { amid, t } from '../../ui-shared/i18n.ts'
import { Dialog } from '../../ui-shared/overlay/dialog.tsx'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { EmptyState, LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { StateTag } from '../../ui-shared/talk/state-tag.tsx'
import { ReadFields } from '../list/look/read-fields.tsx'
import { referenceOf, type Row, rowSchema, textOf, titleOf } from '../list/row.ts'
import { besideList } from '../shell/beside-list.ts'
import { ownVerbs } from '../verbs/own-verbs.ts'
import { useVerb } from '../verbs/use-verb.ts'
import { Talked } from './talked.tsx'
import { Timeline } from './timeline.tsx'
import { markOpened } from './unread.ts'

const useOpened = (resource: Resource, key: string) => {
  const client = useQueryClient()
  const result = useQuery({
    queryKey: [resource.name, 'record', key],
    queryFn: async ({ signal }) => (await api.get(`/${resource.name}/${key}`, { as: oneOf(rowSchema), signal })).data,
    retry: false,
  })
  const { id, version } = result.data ?? {}
  const isOwn = can(useMe(), `r-${resource.area}`)
  // Opening is reading (T20), and so is what comes while it is open.
  useEffect(() => {
    if (id === undefined || version === undefined || !isOwn) return
    markOpened(resource.name, [id], true)
      .then(() =>
        Promise.all(['unread', 'list'].map((what) => client.invalidateQueries({ queryKey: [resource.name, what] }))),
      )
      .catch(() => undefined)
  }, [client, resource.name, id, version, isOwn])
  return result
}

const Steps = ({ resource, row }: { resource: Resource; row: Row }) => {
  const me = useMe()
  const { run, isBusy } = useVerb(resource)
  const steps = ownVerbs(resource, row, me)
  if (steps.length === 0) return null
  return (
    <div className="steps">
      {steps.map((one, index) => (
        <button
          key={one.name}
          type="button"
          className={index === 0 ? 'btn go' : 'btn'}
          aria-disabled={isBusy}
          onClick={() => void (isBusy || run(row, one))}
        >
          {one.verb.input ? `${t(one.verb.label)}…` : t(one.verb.label)}
        </button>
      ))}
    </div>
  )
}

const Stage = ({ field, word }: { field: Field; word: string }) => (
  <StateTag tone={field.tones?.[word]} words={t(field.labels?.[word] ?? word)} />
)

const Facts = ({ resource, row }: { resource: Resource; row: Row }) => {
  const state = resource.stateField === null ? undefined : resource.fields[resource.stateField]
  return (
    <p className="facts">
      {state && <Stage field={state} word={textOf(row, resource.stateField ?? '')} />}
      {row.created_at && <span>{formatDateTime(row.created_at)}</span>}
    </p>
  )
}

// Where it stands is said above, and what was said below; a text that is the name of what another field points at says it a second time.
const asRead = (resource: Resource, row: Row): Resource => {
  const names = Object.keys(resource.fields).flatMap((name) => referenceOf(row, name)?.name ?? [])
  const isSaid = (name: string) =>
    name === resource.stateField ||
    Object.hasOwn(conversationFields, name) ||
    (resource.fields[name]?.kind === 'text' && names.includes(textOf(row, name)))
  const fields = Object.fromEntries(Object.entries(resource.fields).filter(([name]) => !isSaid(name)))
  return { ...resource, fields }
}

const Content = ({ resource, row }: { resource: Resource; row: Row }) => (
  <>
    <Facts resource={resource} row={row} />
    <Steps resource={resource} row={row} />
    <ReadFields resource={asRead(resource, row)} row={row} />
    <Talked resource={resource} row={row} />
    <h2 className="caps">{t('Timeline')}</h2>
    <Timeline resource={resource} id={row.id} />
  </>
)

type Props = { resource: Resource; rows: readonly Row[]; recordKey: string }

/** One of what came in, opened beside its list: what was sent, the steps that can be taken, and those that were. */
export const Opened = ({ resource, rows, recordKey }: Props) => {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { data, error, refetch } = useOpened(resource, recordKey)
  const title = data ? titleOf(data) : t(resource.label)
  useDocumentTitle(title, siteTitleOf(useConfig()))
  const base = pathname.slice(0, pathname.lastIndexOf('/'))
  const index = rows.findIndex(({ id }) => String(id) === recordKey)
  const go = (to: Row | undefined) =>
    to && void navigate({ pathname: `${base}/${to.id}`, search }, { replace: true, state: besideList })
  const close = () => void navigate({ pathname: base, search }, { state: besideList })
  const beside = [
    { label: t('Previous'), icon: 'up' as const, to: index < 0 ? undefined : rows[index - 1] },
    { label: t('Next'), icon: 'down' as const, to: index < 0 ? undefined : rows[index + 1] },
  ]
  return (
    <Dialog title={title} size="drawer" onClose={close}>
      <div className="glance opened" aria-busy={!data && !error}>
        {statusOf(error) === 404 ? (
          <EmptyState title={t('There is no such {thing}', { thing: amid(t(resource.label)) })} />
        ) : (
          error && <LoadError message={error.message} onRetry={() => void refetch()} />
        )}
        {!data && !error && <PleaseWait />}
        {data && <Content key={data.id} resource={resource} row={data} />}
        <div className="acts">
          {beside.map(({ label, icon, to }) => (
            <button
              key={icon}
              type="button"
              className="btn small"
              aria-label={label}
              title={label}
              aria-disabled={!to}
              onClick={() => go(to)}
            >
              <Icon name={icon} />
            </button>
          ))}
          <button type="button" className="btn first" autoFocus onClick={close}>
            {t('Close')}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
