import { formatDateTime } from '../../ui-shared/date.tsx'
import { formatNumber, t } from '../../ui-shared/i18n.ts'
import type { Witness } from './calls.ts'

const kinds: Readonly<Record<Witness['kind'], string>> = {
  signing: 'Signing by the server',
  folder: 'Folder',
  mail: 'Mailbox',
  http: 'Server of another house',
}

const mails: Readonly<Record<string, string>> = {
  queued: 'The newest mail waits to be sent.',
  sending: 'The newest mail waits to be sent.',
  sent: 'The newest mail was sent.',
  failed: 'The newest mail was not delivered.',
  expired: 'The newest mail was not delivered.',
}

const stateOf = ({ failure, succeededAt }: Witness): { words: string; isBad: boolean } => {
  if (failure !== null) return { words: t('Fails'), isBad: true }
  return { words: succeededAt === null ? t('Nothing yet') : t('Works'), isBad: false }
}

const Row = ({ witness }: { witness: Witness }) => {
  const { kind, place, size, succeededAt, failedAt, failure, retryAt, mail } = witness
  const { words, isBad } = stateOf(witness)
  return (
    <tr>
      <td className="wide">
        {t(kinds[kind])}
        {place && <small className="dim mono sub place">{place}</small>}
        {mail && mails[mail] && <small className="dim sub">{t(mails[mail])}</small>}
      </td>
      <td className="under">{isBad ? <span className="level bad">{words}</span> : words}</td>
      <td className="num mono under">{succeededAt === null ? '–' : formatNumber(size)}</td>
      <td className="dim under when">{succeededAt ? formatDateTime(succeededAt) : '–'}</td>
      <td className="wide">
        {failedAt && <span className="dim">{formatDateTime(failedAt)}</span>}
        {failure && <code className="mono dim request">{failure}</code>}
        {failure && retryAt && kind !== 'signing' && (
          <small className="dim sub">{t('Next try {at}', { at: formatDateTime(retryAt) })}</small>
        )}
      </td>
    </tr>
  )
}

/** What keeps checkpoints outside of the database, with the last success and the last failure of each. */
export const Witnesses = ({ witnesses }: { witnesses: readonly Witness[] }) => (
  <section className="part">
    <h2 className="caps">{t('Witnesses')}</h2>
    {!witnesses.some(({ kind }, at) => kind !== 'signing' && at > 1) && (
      <p className="notice">
        {t(
          'Checkpoints are kept beside the server alone. Whoever runs it names folders, mailboxes or servers elsewhere by the variable {variable}.',
          {
            variable: 'WITNESS_URLS',
          },
        )}
      </p>
    )}
    <div className="sheet list">
      <div className="rows">
        <table>
          <caption className="away">{t('Witnesses')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('Kept by')}</th>
              <th scope="col">{t('Status')}</th>
              <th scope="col" className="num">
                {t('Events')}
              </th>
              <th scope="col">{t('Last success')}</th>
              <th scope="col">{t('Last failure')}</th>
            </tr>
          </thead>
          <tbody>
            {witnesses.map((witness) => (
              <Row key={witness.id} witness={witness} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  </section>
)
