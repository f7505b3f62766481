import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { inEnglish, type Message } from '../../domain/message.ts'
import { formatDateTime } from '../../ui-shared/date.tsx'
import { formatNumber, say, t } from '../../ui-shared/i18n.ts'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { startVerification, type Verification } from './calls.ts'

type Problem = Verification['problems'][number]

const words = (message: Message): string => say(inEnglish(message), message)

const isOfLog = ({ id }: Problem): boolean => id.startsWith('Position')

const firstOf = ({ problems }: Verification): string | null => problems.find(isOfLog)?.position ?? null

/** Where the last event is of what differs beside the log. */
const placeOf = (problem: Problem): string =>
  problem.position === null || isOfLog(problem) ? '' : ` (${t('Position')} ${problem.position})`

const Whole = ({ verification: { events, signed, files, finishedAt } }: { verification: Verification }) => (
  <div className="notice ok" role="status">
    <p>
      <strong>{t('Everything is as it was signed.')}</strong>{' '}
      {t(
        '{events} events, {signed} of them covered by signatures, the read models and {files} files were compared on {at}.',
        {
          events: formatNumber(events ?? 0),
          signed: formatNumber(signed ?? 0),
          files: formatNumber(files ?? 0),
          at: formatDateTime(finishedAt ?? ''),
        },
      )}
    </p>
  </div>
)

const Tampered = ({ verification }: { verification: Verification }) => {
  const first = firstOf(verification)
  return (
    <div className="notice bad" role="alert">
      <div>
        <p>
          <strong>
            {first === null
              ? t('The verification found something wrong.')
              : t('The log is not what was signed, first at position {position}.', { position: first })}
          </strong>{' '}
          {t('Change nothing, keep all backups and the folders of the witnesses, and tell whoever runs the server.')}
        </p>
        <ul className="found">
          {verification.problems.map((problem) => (
            <li key={inEnglish(problem)}>
              {words(problem)}
              {placeOf(problem)}
            </li>
          ))}
        </ul>
        <p className="dim">{formatDateTime(verification.finishedAt ?? '')}</p>
      </div>
    </div>
  )
}

const Running = ({ verification: { share } }: { verification: Verification }) => (
  <div role="status">
    <p>{t('The log is being compared, event by event. This screen may be left meanwhile.')}</p>
    <progress className="share" value={share} max={1} aria-label={t('Progress of the verification')} />
    <p className="dim mono">{Math.floor(share * 100)} %</p>
  </div>
)

const Newest = ({ verification }: { verification: Verification | undefined }) => {
  if (!verification) return <p className="dim">{t('Nobody has verified the log here yet.')}</p>
  if (verification.state === 'running') return <Running verification={verification} />
  if (verification.state === 'whole') return <Whole verification={verification} />
  if (verification.state === 'tampered') return <Tampered verification={verification} />
  return (
    <p className="notice" role="status">
      {verification.state === 'broken'
        ? t('The server stopped while it verified. Begin again.')
        : t('The verification could not be finished. The debug log says why.')}
    </p>
  )
}

const states: Readonly<Record<Verification['state'], string>> = {
  running: 'Running',
  broken: 'Broken off',
  failed: 'Failed',
  whole: 'Whole',
  tampered: 'Not as signed',
}

const Earlier = ({ verifications }: { verifications: readonly Verification[] }) => (
  <details>
    <summary>{t('Earlier verifications')}</summary>
    <ul className="recent">
      {verifications.map((one) => (
        <li key={one.id}>
          {formatDateTime(one.startedAt)} <span className="dim">{t(states[one.state])}</span>
        </li>
      ))}
    </ul>
  </details>
)

/** Verifies on the server, with progress, and says what was found. */
export const VerificationCell = ({ verifications }: { verifications: readonly Verification[] }) => {
  const client = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const [newest, ...earlier] = verifications
  const start = () => {
    setAsked(true)
    void startVerification()
      .catch(showError)
      .then(() => client.invalidateQueries({ queryKey: ['checkpoint', 'verification'] }))
      .finally(() => setAsked(false))
  }
  return (
    <section className="cell c8">
      <h2 className="caps">
        {t('Verification')}
        <button type="button" className="btn small" disabled={isAsked || newest?.state === 'running'} onClick={start}>
          {t('Verify now')}
        </button>
      </h2>
      <Newest verification={newest} />
      {newest?.notes.map((note) => (
        <p key={inEnglish(note)} className="dim">
          {words(note)}
        </p>
      ))}
      {earlier.length > 0 && <Earlier verifications={earlier} />}
    </section>
  )
}
