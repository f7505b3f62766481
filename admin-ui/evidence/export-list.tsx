import { useQueryClient } from '@tanstack/react-query'
import { formatCalendarDay, formatDateTime } from '../../ui-shared/date.tsx'
import { Icon } from '../../ui-shared/drawings/icons.tsx'
import { say, t } from '../../ui-shared/i18n.ts'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { WorkList } from '../jobs/work-list.tsx'
import { kindWords } from '../log/kinds.ts'
import { cancelExport, type EvidenceExport, isUnderWay, packageAddress, type useExports } from './exports.ts'

const states = {
  waiting: 'Waiting',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
  gone: 'No longer kept',
} as const

const recordWords = ({ resource, record, name }: EvidenceExport): string => {
  const label = kindWords(resource ?? '')
  return name === null ? `${label} ${record}` : `${label} ${record}: ${name}`
}

const wordsOf = (one: EvidenceExport): string => {
  if (one.kind === 'all') return t('Everything')
  if (one.kind === 'record' || one.kind === 'person') return recordWords(one)
  const said = (text: string | null) => {
    if (text === null) return '…'
    return one.kind === 'days' ? formatCalendarDay(text) : text
  }
  return `${said(one.from)} – ${said(one.to)}`
}

const size = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

const Progress = ({ one }: { one: EvidenceExport }) => {
  if (!isUnderWay(one)) return <>{one.problem === null ? t(states[one.state]) : say(one.problem)}</>
  return (
    <>
      {t(states[one.state])}{' '}
      {one.events !== null && (
        <progress className="meter" aria-label={t('Progress')} max={one.events} value={one.written} />
      )}
    </>
  )
}

const Line = ({ one, onCancel }: { one: EvidenceExport; onCancel: () => void }) => (
  <tr>
    <td className="wide">{wordsOf(one)}</td>
    <td className="num mono under">{one.events ?? ''}</td>
    <td className="under">
      <Progress one={one} />
    </td>
    <td className="dim under when">{formatDateTime(one.startedAt)}</td>
    <td>
      {one.state === 'done' && (
        <a className="btn small" href={packageAddress(one.id)} download>
          <Icon name="file" />
          {t('Download ({size})', { size: size(one.bytes ?? 0) })}
        </a>
      )}
      {isUnderWay(one) && (
        <button type="button" className="btn small" onClick={onCancel}>
          {t('Cancel')}
        </button>
      )}
    </td>
  </tr>
)

/** The packages that one asked for: how far they are, and the way to fetch them. */
export const ExportList = ({ exports: { data, error, refetch } }: { exports: ReturnType<typeof useExports> }) => {
  const client = useQueryClient()
  const cancel = (id: string) =>
    void cancelExport(id).then(() => client.invalidateQueries({ queryKey: ['evidence'] }), showError)
  return (
    <WorkList
      asked={{ data: data?.data, error, refetch }}
      words={{ caption: t('Packages'), what: t('What it is of'), count: t('Events'), none: t('No packages yet') }}
      line={(one) => <Line key={one.id} one={one} onCancel={() => cancel(one.id)} />}
    >
      <p className="dim evidence-note">
        {t('Packages are kept for a day. What is in them stays checkable: unpack the file and open verify.html.')}
      </p>
    </WorkList>
  )
}
