import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '../../ui-shared/date.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { doneWords } from './job-words.ts'
import { cancelJob, findJob, type JobSummary, listJobs, undoJob } from './job.ts'
import { showReport } from './job-report.tsx'
import { useJob } from './use-job.ts'
import { WorkList } from './work-list.tsx'

const states = {
  waiting: 'Begins {at}',
  running: 'Running',
  done: 'Done',
  cancelled: 'Cancelled',
} as const

const isOpen = ({ state }: JobSummary) => state === 'waiting' || state === 'running'

const Acts = ({ job, onUndo, onCancel }: { job: JobSummary; onUndo: () => void; onCancel: () => void }) => {
  if (isOpen(job))
    return (
      <button type="button" className="btn small" onClick={onCancel}>
        {t('Cancel')}
      </button>
    )
  if (job.undoneBy !== null) return <span className="dim">{t('Taken back')}</span>
  if (job.done === job.unchanged) return null
  return (
    <button type="button" className="btn small" onClick={onUndo}>
      {t('Undo')}
    </button>
  )
}

const Line = ({ job, onUndo, onCancel }: { job: JobSummary; onUndo: () => void; onCancel: () => void }) => {
  const show = () => void findJob(job.id).then((found) => showReport(found, undefined), showError)
  return (
    <tr>
      <td className="wide">{doneWords(job)}</td>
      <td className="num mono under">
        {job.done + job.failed} / {job.total}
      </td>
      <td className="under">
        {job.failed > 0 ? (
          <button type="button" className="link" onClick={show}>
            {t('{count} refused', { count: job.failed })}
          </button>
        ) : (
          t(states[job.state], { at: formatDateTime(job.startsAt) })
        )}
      </td>
      <td className="dim under when">{formatDateTime(job.startsAt)}</td>
      <td>
        <Acts job={job} onUndo={onUndo} onCancel={onCancel} />
      </td>
    </tr>
  )
}

const Jobs = () => {
  const { data, error, refetch } = useQuery({
    queryKey: ['job'],
    queryFn: ({ signal }) => listJobs(signal),
    refetchInterval: (query) => (query.state.data?.some(isOpen) ? 1_000 : false),
  })
  const { run, progress } = useJob()
  // What it would change is seen before.
  const undo = async (job: JobSummary) => {
    const { askUndo } = await import('../take-back/undo-dialog.tsx')
    askUndo(job.id, () => {
      if (!progress) void run({ total: job.done, start: () => undoJob(job.id) })
    })
  }
  const cancel = (job: JobSummary) => void cancelJob(job.id).then(() => refetch(), showError)
  return (
    <WorkList
      asked={{ data, error, refetch }}
      words={{
        caption: t('Jobs'),
        what: t('What was done'),
        count: t('Records'),
        none: t('No jobs in the last days'),
      }}
      line={(job) => <Line key={job.id} job={job} onUndo={() => void undo(job)} onCancel={() => cancel(job)} />}
    />
  )
}

/** What one did to many records in the last days: how far it is, what was refused, and Undo. */
export const Component = () => (
  <>
    <PageHead title={t('Jobs')} facts={t('What you did to many records in the last days.')} />
    <Jobs />
  </>
)
