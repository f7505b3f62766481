import { lazy, Suspense, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { formatDateTime } from '../../ui-shared/date.tsx'
import { Icon } from '../../ui-shared/drawings/icons.tsx'
import { say, t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { doneWords } from '../jobs/job-words.ts'
import { PleaseWait } from '../../ui-shared/states.tsx'
import { screenPath, screenResource } from '../shell/menu-table.ts'
import type { ActivityEntry } from './activity.ts'
import type { ChangeLog } from './log-state.ts'

// Comparing texts is code of its own; most rows stay closed.
const EntryChanges = lazy(async () => ({ default: (await import('./entry-changes.tsx')).EntryChanges }))

// A record that has a screen is led to; of all else only the name is known.
const Affected = ({ entry: { modelAffected, modelID, recordName } }: { entry: ActivityEntry }) => {
  const words = [modelAffected, modelID].filter(Boolean).join('/')
  const resource = screenResource(modelAffected ?? '')
  const me = useMe()
  const isLink = resource && modelID && can(me, `r-${resource.area}`)
  return (
    <>
      {isLink ? (
        <Link className="link" to={`${screenPath(resource.name)}/${modelID}`}>
          {words}
        </Link>
      ) : (
        words
      )}
      {recordName && <small className="sub">{recordName}</small>}
    </>
  )
}

const mostLabels = 6

// Of a new record that would be every field.
const ChangedFields = ({ entry: { changedLabels = [], actionType } }: { entry: ActivityEntry }) => {
  const [shown, more] = [changedLabels.slice(0, mostLabels), changedLabels.length - mostLabels]
  if (shown.length === 0 || actionType === 'Create') return null
  const words = shown.map((label) => t(label)).join(', ')
  return <small className="dim sub">{more > 0 ? `${words}, ${t('and {count} more', { count: more })}` : words}</small>
}

// The page of jobs lists one's own.
const JobWords = ({ entry: { job, actionType, modelAffected, userType, userId } }: { entry: ActivityEntry }) => {
  const me = useMe()
  if (!job) return null
  const asked = { verb: (actionType ?? '').toLowerCase(), resource: modelAffected ?? '', done: job.count }
  const words = t('By a job: {done}', { done: doneWords(asked) })
  const isOwn = me?.type === userType && String(me?.id) === userId
  return (
    <small className="dim sub">
      {isOwn ? (
        <Link className="link" to="/dashboard/jobs">
          {words}
        </Link>
      ) : (
        words
      )}
    </small>
  )
}

const only = { type: '', keyword: '', from: '', to: '', outcome: '', job: '' }
const nothing = { actor: '', resource: '', record: '' }

/** What is behind an entry, and the ways to more of its kind. */
const Opened = ({ entry, change }: { entry: ActivityEntry; change: ChangeLog }) => {
  const { id, modelAffected, modelID, userType, userId, job } = entry
  const isEvent = /^\d+$/.test(id)
  return (
    <>
      {isEvent && (
        <Suspense fallback={<PleaseWait />}>
          <EntryChanges id={id} resource={modelAffected ?? ''} />
        </Suspense>
      )}
      <p className="acts">
        {userId && (
          <button type="button" className="link" onClick={() => change({ ...only, actor: `${userType}-${userId}` })}>
            {t('All by this person')}
          </button>
        )}
        {modelAffected && modelID && (
          <button
            type="button"
            className="link"
            onClick={() => change({ ...only, actor: '', resource: modelAffected, record: String(modelID) })}
          >
            {t('All about this record')}
          </button>
        )}
        {job && (
          <button type="button" className="link" onClick={() => change({ ...only, ...nothing, job: job.id })}>
            {t('All of this job')}
          </button>
        )}
      </p>
    </>
  )
}

const Row = ({ entry, number, change }: { entry: ActivityEntry; number: number; change: ChangeLog }) => {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <tr>
        <td className="pick no-print">
          <button
            type="button"
            className="btn bare small"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            aria-label={t('What was changed by entry {number}', { number })}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name={isOpen ? 'down' : 'right'} />
          </button>
        </td>
        <td className="num mono dim hide">{number}</td>
        <td className="under">
          {entry.userName} <span className="dim">{entry.userType}</span>
        </td>
        <td className="mono under">
          <Affected entry={entry} />
        </td>
        <td className="under">{say(entry.actionType ?? '')}</td>
        <td className="wide">
          {say(entry.actionDesc ?? '', entry.says ?? undefined)}
          <ChangedFields entry={entry} />
          <JobWords entry={entry} />
        </td>
        <td className="dim under when">{formatDateTime(entry.createdAt)}</td>
      </tr>
      {isOpen && (
        <tr id={id} className="more">
          <td colSpan={7}>
            <Opened entry={entry} change={change} />
          </td>
        </tr>
      )}
    </>
  )
}

/** The entries of a page; `first` is the number of the first. */
export const ActivityRows = ({
  entries,
  first,
  change,
}: {
  entries: readonly ActivityEntry[]
  first: number
  change: ChangeLog
}) => (
  <table>
    <caption className="away">{t('Activity Trail')}</caption>
    <thead>
      <tr>
        <th scope="col" className="pick no-print">
          <span className="away">{t('Open')}</span>
        </th>
        <th scope="col" className="num hide">
          #
        </th>
        <th scope="col">{t('Committed By')}</th>
        <th scope="col">{t('Affected Model/ID')}</th>
        <th scope="col">{t('Action Type')}</th>
        <th scope="col">{t('Action Log')}</th>
        <th scope="col">{t('Date')}</th>
      </tr>
    </thead>
    <tbody>
      {entries.map((entry, index) => (
        <Row key={entry.id} entry={entry} number={first + index} change={change} />
      ))}
    </tbody>
  </table>
)
