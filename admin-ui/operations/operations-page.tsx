import '../styles/list.css'
import '../styles/log.css'
import '../styles/operations.css'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import { formatDateTime } from '../../ui-shared/date.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { ask } from '../../ui-shared/overlay/confirm.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { AccessDenied, LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { resend } from '../mail/undelivered.ts'
import { PageHead } from '../shell/page-head.tsx'
import { rebuild, replay, type Standing, useStanding } from './calls.ts'
import * as lines from './lines.ts'
import { Processes } from './processes.tsx'

const levels: Readonly<Record<lines.Level, string>> = { ok: 'Well', warn: 'To be looked at', bad: 'Wrong' }

const LineCell = ({ line, children }: { line: lines.Line; children?: ReactNode }) => (
  <li className="line" data-level={line.level}>
    <div>
      <h2>{line.title}</h2>
      <p className="dim">{line.meaning}</p>
    </div>
    <div>
      <p>
        <span className={line.level === 'ok' ? 'level ok' : line.level === 'bad' ? 'level bad' : 'level'}>
          {t(levels[line.level])}
        </span>{' '}
        <span>{line.state}</span>
      </p>
      {line.remedy && <p className="remedy">{line.remedy}</p>}
      {children}
    </div>
  </li>
)

/** Runs what a button asks for, once at a time, and then asks how everything stands. */
const useAct = () => {
  const client = useQueryClient()
  const [isActing, setActing] = useState(false)
  const act = (work: () => Promise<string>) => {
    setActing(true)
    void work()
      .then(toastSuccess, showError)
      .then(() => client.invalidateQueries({ queryKey: ['operations'] }))
      .finally(() => setActing(false))
  }
  return { isActing, act }
}

const SetAside = ({ standing, mayAct }: { standing: Standing; mayAct: boolean }) => {
  const { isActing, act } = useAct()
  const { streams, shown } = standing.deadLetters
  const again = () =>
    act(async () => {
      const { data } = await replay()
      return t('{replayed} changes were read, {left} could still not be.', data)
    })
  if (streams === 0) return null
  return (
    <>
      <details>
        <summary>{t('Which, and why')}</summary>
        <ul className="aside">
          {shown.map(({ stream, position, error, at }) => (
            <li key={position}>
              <span className="mono">{stream}</span>{' '}
              <small className="dim">
                {t('Position')} {position}, {formatDateTime(at)}
              </small>
              <code className="mono dim request">{error}</code>
            </li>
          ))}
        </ul>
      </details>
      {mayAct && (
        <button type="button" className="btn small" disabled={isActing} onClick={again}>
          {t('Read again')}
        </button>
      )}
    </>
  )
}

const Mail = ({ standing, mayAct }: { standing: Standing; mayAct: boolean }) => {
  const { isActing, act } = useAct()
  const { waiting, failed } = standing.mail
  if (waiting + failed === 0) return null
  return (
    <p className="acts">
      <Link to="/dashboard/mail">{t('Undelivered Mail')}</Link>
      {mayAct && failed > 0 && (
        <button
          type="button"
          className="btn small"
          disabled={isActing}
          onClick={() => act(async () => (await resend()) && t('What was not delivered is being sent again.'))}
        >
          {t('Send all again')}
        </button>
      )}
    </p>
  )
}

const Models = ({ standing, mayAct }: { standing: Standing; mayAct: boolean }) => {
  const { isActing, act } = useAct()
  const { rebuilding, rebuildFailed } = standing.models
  const begin = async () => {
    const isMeant = await ask({
      title: t('Build what lists and pages are read from anew?'),
      words: [
        t('It is made from the log beside the one in use. Nothing is lost, and everybody goes on working.'),
        t('It takes some minutes for each million of changes, and the server is slower meanwhile.'),
      ],
      action: t('Build anew'),
    })
    if (isMeant) act(async () => (await rebuild()) && t('The read models are being built anew.'))
  }
  if (rebuilding !== null)
    return (
      <div role="status">
        <p>{t('What lists and pages are read from is being built anew. This screen may be left meanwhile.')}</p>
        <progress className="share" value={rebuilding} max={1} aria-label={t('Progress of building anew')} />
        <p className="dim mono">{Math.floor(rebuilding * 100)} %</p>
      </div>
    )
  return (
    <>
      {rebuildFailed && (
        <p role="alert">
          {t('Building anew failed ({time}), and what is read from is the one of before: {reason}', {
            time: formatDateTime(rebuildFailed.at),
            reason: rebuildFailed.error,
          })}
        </p>
      )}
      {mayAct && (
        <button type="button" className="btn small" disabled={isActing} onClick={() => void begin()}>
          {t('Build anew…')}
        </button>
      )}
    </>
  )
}

const Lines = ({ standing }: { standing: Standing }) => {
  const me = useMe()
  const mayAct = can(me, 'u-operations')
  return (
    <>
      <ul className="lines">
        <LineCell line={lines.modelsLine(standing)}>
          <Models standing={standing} mayAct={mayAct} />
        </LineCell>
        <LineCell line={lines.deadLettersLine(standing)}>
          <SetAside standing={standing} mayAct={mayAct} />
        </LineCell>
        <LineCell line={lines.mailLine(standing)}>
          <Mail standing={standing} mayAct={mayAct} />
        </LineCell>
        <LineCell line={lines.jobsLine(standing)}>
          <p className="acts">
            <Link to="/dashboard/jobs">{t('Jobs')}</Link>
            <Link to="/dashboard/calendar">{t('Calendar')}</Link>
          </p>
        </LineCell>
        <LineCell line={lines.checkpointLine(standing)}>
          {can(me, 'r-audit') && (
            <p className="acts">
              <Link to="/dashboard/checkpoints">{t('Checkpoints')}</Link>
            </p>
          )}
        </LineCell>
        <LineCell line={lines.backupsLine(standing)}>
          {standing.backups?.isLate && can(me, 'r-debug_log') && (
            <p className="acts">
              <Link to="/dashboard/debug_log">{t('Debug Log')}</Link>
            </p>
          )}
        </LineCell>
        <LineCell line={lines.roomLine(standing)} />
        <LineCell line={lines.processesLine(standing)} />
      </ul>
      <Processes processes={standing.processes} />
    </>
  )
}

const Screen = () => {
  const { data, error, isPending, refetch } = useStanding(true)
  return (
    <>
      {error && <LoadError message={error.message} onRetry={() => void refetch()} />}
      {isPending && <PleaseWait />}
      {data && <Lines standing={data.data} />}
    </>
  )
}

/** How the server stands, for those who look after it and need not be engineers (docs/guide/operations.md). */
export const Component = () => {
  const mayRead = can(useMe(), 'r-operations')
  return (
    <>
      <PageHead
        title={t('Operations')}
        facts={
          mayRead && t('How the server stands, and what to do where it is not well. Asked anew every few seconds.')
        }
      />
      {mayRead ? <Screen /> : <AccessDenied />}
    </>
  )
}
