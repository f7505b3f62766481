import { formatDate } from '../../ui-shared/date.tsx'
import { formatNumber, t } from '../../ui-shared/i18n.ts'
import type { Key } from './calls.ts'

const commands = ['npm run verify', 'npm run atrium -- verify-log']

const validityOf = ({ isInUse, first, last }: Key): string => {
  if (first === null || last === null) return isInUse ? t('In use; has signed nothing yet') : t('Has signed nothing')
  const from = { from: formatDate(first.at), first: formatNumber(first.size) }
  return isInUse
    ? t('In use since {from}, from {first} events on', from)
    : t('From {from} to {to}, {first} to {last} events', {
        ...from,
        to: formatDate(last.at),
        last: formatNumber(last.size),
      })
}

/** The public keys with what each signed, and how anybody verifies without this screen. */
export const Keys = ({ keys }: { keys: readonly Key[] }) => (
  <section className="part">
    <h2 className="caps">{t('Public keys')}</h2>
    <div className="sheet keys">
      <ul>
        {keys.map((key) => (
          <li key={key.id}>
            <p>{validityOf(key)}</p>
            <code className="mono place">{key.verifier}</code>
          </li>
        ))}
      </ul>
      <details>
        <summary>{t('How to verify without this screen')}</summary>
        <p>{t('On the server: the first compares everything, the second the log alone.')}</p>
        {commands.map((command) => (
          <pre key={command} className="mono">
            {command}
          </pre>
        ))}
        <p>
          {t(
            'Anywhere else: note the public key now, keep checkpoints, and have tools for signed notes and RFC 6962 check proofs by call.',
          )}
        </p>
        <p>
          <a className="link" href="/api/checkpoint/latest/note" download="checkpoint.txt">
            {t('Save the newest checkpoint')}
          </a>
        </p>
      </details>
    </div>
  </section>
)
