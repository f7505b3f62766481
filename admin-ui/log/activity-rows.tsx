import { lazy, Suspense, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { dayOf, formatSecond, secondOf } from './moments.ts'
import { Icon } from '../../ui-shared/drawings/icons.tsx'
import { say, t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { doneWords } from '../jobs/job-words.ts'
import { PleaseWait } from '../../ui-shared/states.tsx'
import type { ActivityEntry } from './activity.ts'
import { EntryLines } from './entry-lines.tsx'
import { pathOfRecord } from './kinds.ts'
import { type ChangeLog, trailFilters } from './log-state.ts'
import { sentenceOf } from './sentence.ts'
import { type Changes, usePageChanges } from './use-changes.ts'

// Comparing texts is code of its own; most rows stay closed.
const EntryChanges = lazy(async () => ({ default: (await import('./entry-changes.tsx')).EntryChanges }))

// A record is led to by its screen, or by its history where it has none.
const Affected = ({ entry: { modelAffected, modelID } }: { entry: ActivityEntry }) => {
  const words = [modelAffected, modelID].filter(Boolean).join('/')
  const me = useMe()
  const path = modelID ? pathOfRecord(me, modelAffected ?? '', modelID) : null
  if (path === null) return words
  return (
    <Link className="link" to={path}>
      {words}
    </Link>
  )
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

const empty = Object.fromEntries(trailFilters.map((name) => [name, '']))

type Way = { label: string; to: Readonly<Record<string, string>> }

// The ways from an entry to more of its kind.
const waysFrom = ({
  modelAffected,
  modelID,
  userType,
  userId,
  job,
  requestId,
  createdAt,
  address,
}: ActivityEntry): Way[] => {
  const actor = `${userType}-${userId}`
  const day = dayOf(createdAt)
  return [
    ...(userId ? [{ label: 'All by this person', to: { actor } }] : []),
    ...(userId ? [{ label: 'All by this person that day', to: { actor, from: day, to: day } }] : []),
    ...(modelAffected && modelID
      ? [{ label: 'All about this record', to: { resource: modelAffected, record: String(modelID) } }]
      : []),
    ...(address ? [{ label: 'All from this address', to: { address } }] : []),
    ...(requestId ? [{ label: 'Everything in this request', to: { request_id: requestId } }] : []),
    ...(job ? [{ label: 'All of this job', to: { job: job.id } }] : []),
  ]
}

// The record as it was once the entry had happened, or the first screen as of then; and who could do it.
const MomentLinks = ({ entry: { id, modelAffected, modelID, createdAt } }: { entry: ActivityEntry }) => {
  const me = useMe()
  const path = modelID ? pathOfRecord(me, modelAffected ?? '', modelID) : null
  return (
    <>
      <a className="link" href={`${path ?? '/dashboard'}?as_of=${id}`}>
        {t('Look at this moment')}
      </a>
      <Link className="link" to={`/dashboard/audit/permissions?at=${secondOf(createdAt)}`}>
        {t('Who could do what then')}
      </Link>
    </>
  )
}

/** What is behind an entry, and the ways to more of its kind. */
const Opened = ({ entry, change }: { entry: ActivityEntry; change: ChangeLog }) => {
  const me = useMe()
  const { id, modelAffected } = entry
  const isEvent = /^\d+$/.test(id)
  return (
    <>
      {isEvent && (
        <Suspense fallback={<PleaseWait />}>
          <EntryChanges id={id} resource={modelAffected ?? ''} />
        </Suspense>
      )}
      <p className="acts">
        {waysFrom(entry).map(({ label, to }) => (
          <button key={label} type="button" className="link" onClick={() => change({ ...empty, ...to })}>
            {t(label)}
          </button>
        ))}
        {isEvent && can(me, 'r-audit') && <MomentLinks entry={entry} />}
      </p>
    </>
  )
}

type RowProps = { entry: ActivityEntry; number: number; change: ChangeLog; changes: Changes }

const Row = ({ entry, number, change, changes }: RowProps) => {
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
        <td className="wide sentence">
          {sentenceOf(entry)}
          <EntryLines entry={entry} changes={changes} />
          <JobWords entry={entry} />
          {entry.proposer && (
            <small className="dim sub">
              {t('{what}, proposed by {name}', { what: t('Published'), name: entry.proposer.name || t('Somebody') })}
            </small>
          )}
          {entry.address && (
            <small className="dim sub">{t('Address known as {name}', { name: entry.address.slice(0, 6) })}</small>
          )}
        </td>
        <td className="dim under when">{formatSecond(entry.createdAt)}</td>
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
}) => {
  const changes = usePageChanges(entries)
  return (
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
          <Row key={entry.id} entry={entry} number={first + index} {...{ change, changes }} />
        ))}
      </tbody>
    </table>
  )
}
