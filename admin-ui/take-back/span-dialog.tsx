import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { siteZone } from '../../ui-shared/date.tsx'
import { fromLocal, toLocal } from '../../ui-shared/fields/local-time.ts'
import { TextField } from '../../ui-shared/fields/text-field.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { Dialog } from '../../ui-shared/overlay/dialog.tsx'
import { showDialog } from '../../ui-shared/overlay/shown.tsx'
import { LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { runJob } from '../jobs/run-job.ts'
import { previewSpan, type RecordPreview, type Span, takeBackSpan } from './calls.ts'
import { isPossible, keyOf, RecordList } from './record-list.tsx'

const minute = 60_000
const hour = 60 * minute

// What is said in whole minutes covers the one that is under way.
const lastHour = () => {
  const now = Math.ceil(Date.now() / minute) * minute
  return { from: new Date(now - hour).toISOString(), until: new Date(now).toISOString() }
}

const Found = ({ records, span, onClose }: { records: readonly RecordPreview[]; span: Span; onClose: () => void }) => {
  const client = useQueryClient()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const chosen = records.filter((record) => isPossible(record) && !left.has(keyOf(record)))
  const tick = (key: string, isTicked: boolean) =>
    setLeft((now) => new Set(isTicked ? [...now].filter((one) => one !== key) : [...now, key]))
  const start = () => {
    onClose()
    void runJob(client, { total: chosen.length, start: () => takeBackSpan(span, chosen) })
  }
  return (
    <>
      {records.length === 0 && <p className="words">{t('Nothing was changed then that you could take back.')}</p>}
      <RecordList records={records} left={left} onTick={tick} />
      <div className="acts">
        <button type="button" className="btn" onClick={onClose}>
          {t('Cancel')}
        </button>
        <button type="button" className="btn go" disabled={chosen.length === 0} onClick={start}>
          {t('Take back {count, plural, one {# record} other {# records}}', { count: chosen.length })}
        </button>
      </div>
    </>
  )
}

const SpanDialog = ({ person, onClose }: { person: string; onClose: () => void }) => {
  const [times, setTimes] = useState(lastHour)
  const span = { person, ...times }
  const { data, error, refetch } = useQuery({
    queryKey: ['take back', span],
    queryFn: ({ signal }) => previewSpan(span, signal),
    gcTime: 0,
    retry: false,
  })
  const zone = siteZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const time = (name: 'from' | 'until', label: string) => (
    <TextField
      label={label}
      name={name}
      type="datetime-local"
      value={toLocal(times[name])}
      onChange={({ target }) => {
        const at = fromLocal(target.value)
        if (at !== '') setTimes((now) => ({ ...now, [name]: at }))
      }}
    />
  )
  return (
    <Dialog title={t('Take back what somebody did')} size="wide" onClose={onClose}>
      <p className="words">
        {t(
          'This is what would change. Later changes of others stay. Each record gets a new version, and all of it can be taken back in turn.',
        )}
      </p>
      <div className="span">
        {time('from', t('From'))}
        {time('until', t('To'))}
        <span className="hint">{t('Time zone: {zone}.', { zone })}</span>
      </div>
      {error && <LoadError message={error.message} onRetry={() => void refetch()} isSought />}
      {!data && !error && <PleaseWait />}
      {data?.isCut && <p className="notice">{t('There is more than can be shown. Choose a shorter span.')}</p>}
      {data && <Found key={JSON.stringify(span)} records={data.data} {...{ span, onClose }} />}
    </Dialog>
  )
}

/** Shows what a person did in the last hour, or another span, and takes it back. */
export const takeBackSomebody = (person: string): void =>
  showDialog((close) => <SpanDialog key="take back" person={person} onClose={close} />)
