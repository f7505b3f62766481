import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router-dom'
import type { Resource } from '../../domain/resource.ts'
import { formatDateTime } from '../../ui-shared/date.tsx'
import { say, t } from '../../ui-shared/i18n.ts'
import { withMoment } from '../../ui-shared/moment-address.ts'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { ask } from '../../ui-shared/overlay/confirm.tsx'
import { Dialog } from '../../ui-shared/overlay/dialog.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { declarationOf, entries } from '../resources.ts'
import { screenPath } from '../shell/menu-table.ts'
import { askMoment } from './ask-moment.tsx'
import { cancelPlanned, type Detail, movePlanned, readPlanned } from './calls.ts'
import { canOpen, openAsDraft } from './open-draft.ts'
import { undoOfCancelling } from './plan-again.ts'
import { aboutWhat, stateWord } from './words.ts'

const loadEntry = async (id: string, signal: AbortSignal) => {
  const entry = await readPlanned(id, signal)
  return { entry, resource: await declarationOf(entry.resource) }
}

const wordsOf = (value: unknown): string => {
  if (value === null || value === undefined || value === '') return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const Changes = ({ entry, resource }: { entry: Detail; resource: Resource | null }) => {
  const [first] = entry.changes
  const fields = resource?.verbs[entry.verb]?.input ?? resource?.fields ?? {}
  const names = Object.keys(first?.sent ?? {})
  const hidden = entry.fields.filter((name) => !names.includes(name))
  return (
    <>
      {names.map((name) => (
        <div key={name}>
          <dt>{t(fields[name]?.label ?? name)}</dt>
          <dd className="value">{wordsOf(first?.sent[name])}</dd>
        </div>
      ))}
      {hidden.length > 0 && (
        <div>
          <dt>{t('Fields')}</dt>
          <dd>{hidden.map((name) => t(fields[name]?.label ?? name)).join(', ')}</dd>
        </div>
      )}
    </>
  )
}

const Facts = ({ entry, resource }: { entry: Detail; resource: Resource | null }) => {
  const { at, state, person, records, total, says, label } = entry
  const path = screenPath(entry.resource)
  const known = entries.find(({ name }) => name === entry.resource)
  return (
    <dl className="facts-of">
      <div>
        <dt>{t('What is done')}</dt>
        <dd>{t(label)}</dd>
      </div>
      <div>
        <dt>{t('When')}</dt>
        <dd>{formatDateTime(at)}</dd>
      </div>
      <div>
        <dt>{t('Status')}</dt>
        <dd>{stateWord(state)}</dd>
      </div>
      {person && (
        <div>
          <dt>{t('Planned by')}</dt>
          <dd dir="auto">{person.name || person.id}</dd>
        </div>
      )}
      <div>
        <dt>{t(known?.label ?? entry.resource)}</dt>
        <dd>
          <ul>
            {entry.verb === 'create' && state !== 'done' ? (
              <li>{t('One that is new')}</li>
            ) : (
              records.map(({ id, name }) => (
                <li key={id}>
                  <Link className="link" to={known?.isSingleton ? path : `${path}/${id}`} dir="auto">
                    {name ?? `#${id}`}
                  </Link>
                </li>
              ))
            )}
            {total > records.length && <li>{t('and {count} more', { count: total - records.length })}</li>}
          </ul>
        </dd>
      </div>
      <Changes {...{ entry, resource }} />
      {says && (
        <div>
          <dt>{t('Why')}</dt>
          <dd className="bad">{say('', says)}</dd>
        </div>
      )}
    </dl>
  )
}

const useActs = (entry: Detail | undefined, onClose: () => void) => {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: ['schedule'] })
  const act = async (work: () => Promise<{ message: string }>, undo?: () => unknown) => {
    try {
      toastSuccess(say((await work()).message), undo)
      onClose()
    } catch (error) {
      showError(error)
    } finally {
      await refresh()
    }
  }
  const cancel = async () => {
    if (!entry) return
    const isMeant = await ask({
      title: t('Cancel what is planned?'),
      words: [`${aboutWhat(entry)}: ${t(entry.label)}`, formatDateTime(entry.at)],
      action: t('Cancel it'),
      isDanger: true,
    })
    if (isMeant) await act(() => cancelPlanned(entry.id), undoOfCancelling(client, entry))
  }
  const move = async () => {
    if (!entry) return
    const at = await askMoment({ title: t('Another moment…'), words: [], label: t('When'), planned: entry.at })
    if (at) await act(() => movePlanned(entry.id, at))
  }
  return { cancel, move }
}

/** What is planned: who, when, on what, with what it sends; moved, cancelled, or opened in the form that it was typed into. */
export const EntryDialog = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const me = useMe()
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery({
    queryKey: ['schedule', 'entry', id],
    queryFn: ({ signal }) => loadEntry(id, signal),
  })
  const entry = data?.entry
  const { cancel, move } = useActs(entry, onClose)
  const open = async (resource: Resource, detail: Detail) => {
    const path = await openAsDraft(resource, me, detail)
    if (path) await navigate(path)
  }
  return (
    <Dialog title={entry ? aboutWhat(entry) : t('Calendar')} size="wide" onClose={onClose}>
      {error && <LoadError message={error.message} onRetry={() => void refetch()} isSought />}
      {!error && !data && <PleaseWait />}
      {data && entry && <Facts {...{ entry }} resource={data.resource} />}
      <div className="acts">
        {data?.resource && entry && canOpen(data.resource, entry) && (
          <button type="button" className="btn" onClick={() => void (data.resource && open(data.resource, entry))}>
            {t('Open in the form')}
          </button>
        )}
        {entry?.state === 'waiting' && (can(me, 'r-homepage') || can(me, 'r-audit')) && (
          <a className="btn" href={`/${withMoment('?preview=1', entry.at)}`}>
            {t('See the portal then')}
          </a>
        )}
        {entry?.mayCancel && (
          <button type="button" className="btn danger" onClick={() => void cancel()}>
            {t('Cancel it…')}
          </button>
        )}
        {entry?.mayMove && (
          <button type="button" className="btn" onClick={() => void move()}>
            {t('Another moment…')}
          </button>
        )}
        <button type="button" className="btn go" data-first-focus onClick={onClose}>
          {t('Close')}
        </button>
      </div>
    </Dialog>
  )
}
