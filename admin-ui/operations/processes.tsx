import { formatDateTime, formatTime } from '../../ui-shared/date.tsx'
import { t } from '../../ui-shared/i18n.ts'
import type { Standing } from './calls.ts'

type Process = Standing['processes'][number]

const roles: Readonly<Record<string, string>> = {
  all: 'Everything',
  api: 'Serves people',
  projector: 'Keeps lists up to date',
  mailer: 'Sends mail',
}
const states: Readonly<Record<Process['state'], string>> = {
  running: 'Runs',
  stopping: 'Is stopping',
  lost: 'Not heard of',
}

const looks: Readonly<Record<Process['state'], string>> = { running: '', stopping: 'level', lost: 'level bad' }

const Row = ({ process: { host, pid, role, version, node, startedAt, beatAt, state } }: { process: Process }) => (
  <tr>
    <td className="wide">
      {t(roles[role] ?? role)}
      <small className="dim mono sub">
        {host}, {pid}
      </small>
    </td>
    <td className="under">
      <span className={looks[state]}>{t(states[state])}</span>
    </td>
    <td className="mono under">
      {version}
      <small className="dim sub">{node}</small>
    </td>
    <td className="dim under when">{formatDateTime(startedAt)}</td>
    <td className="dim under when">{formatTime(beatAt)}</td>
  </tr>
)

/** Every process that lives, and those that were lost within the last hour. */
export const Processes = ({ processes }: { processes: readonly Process[] }) => (
  <div className="sheet list">
    <table>
      <caption className="away">{t('Processes')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('What it does')}</th>
          <th scope="col">{t('Status')}</th>
          <th scope="col">{t('Version')}</th>
          <th scope="col">{t('Started on')}</th>
          <th scope="col">{t('Last heard of')}</th>
        </tr>
      </thead>
      <tbody>
        {processes.map((process) => (
          <Row key={process.id} process={process} />
        ))}
      </tbody>
    </table>
  </div>
)
