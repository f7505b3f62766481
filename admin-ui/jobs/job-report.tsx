import { Link } from 'react-router-dom'
import { say, t } from '../../ui-shared/i18n.ts'
import { Dialog } from '../../ui-shared/overlay/dialog.tsx'
import { showDialog } from '../../ui-shared/overlay/shown.tsx'
import { screenPath, screenResource } from '../shell/menu-table.ts'
import type { Failure, Job } from './job.ts'
import { doneWords } from './job-words.ts'

const Refused = ({ failure, onGo }: { failure: Failure; onGo: () => void }) => {
  const { id, name, resource, message, says } = failure
  const title = name ?? `#${id ?? failure.index + 1}`
  const screen = screenResource(resource)
  return (
    <li>
      {screen && id !== null && name !== null ? (
        <Link className="link" to={`${screenPath(screen.name)}/${id}`} onClick={onGo}>
          {title}
        </Link>
      ) : (
        title
      )}
      {': '}
      {say(message ?? '', says ?? undefined)}
    </li>
  )
}

/** What a job did, and each record that it did not change with the reason. */
const JobReport = ({ job, undo, close }: { job: Job; undo: (() => void) | undefined; close: () => void }) => {
  const { done, total, failures, failed } = job
  return (
    <Dialog title={t('{done} of {total} done', { done, total })} role="alertdialog" onClose={close}>
      <div className="words">
        <p>{doneWords(job)}</p>
        {job.state === 'cancelled' && <p>{t('The rest was cancelled.')}</p>}
        {failed > 0 && (
          <ul>
            {failures.map((failure) => (
              <Refused key={failure.index} failure={failure} onGo={close} />
            ))}
          </ul>
        )}
        {failed > failures.length && <p>{t('and {count} more', { count: failed - failures.length })}</p>}
      </div>
      <div className="acts">
        {undo && (
          <button
            type="button"
            className="btn"
            onClick={() => {
              close()
              undo()
            }}
          >
            {t('Undo')}
          </button>
        )}
        <button type="button" className="btn go" autoFocus onClick={close}>
          {t('OK')}
        </button>
      </div>
    </Dialog>
  )
}

/** Shows what became of a job. @param undo takes it back, where something can be */
export const showReport = (job: Job, undo: (() => void) | undefined): void =>
  showDialog((close) => <JobReport key={job.id} job={job} undo={undo} close={close} />)
