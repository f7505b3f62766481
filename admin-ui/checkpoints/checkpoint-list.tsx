import { formatDateTime } from '../../ui-shared/date.tsx'
import { formatNumber, t } from '../../ui-shared/i18n.ts'
import { LogSheet } from '../log/log-sheet.tsx'
import { useLogState } from '../log/log-state.ts'
import { type Checkpoint, useCheckpoints } from './calls.ts'

const Row = ({ checkpoint: { size, position, root, signedAt, key } }: { checkpoint: Checkpoint }) => (
  <tr>
    <td className="num mono under">{formatNumber(size)}</td>
    <td className="num mono under">{position ?? '–'}</td>
    <td className="under when">{formatDateTime(signedAt)}</td>
    <td className="mono under">{key ?? <span className="level bad">{t('Not signed by a key of this log')}</span>}</td>
    <td className="wide mono dim place">{root}</td>
  </tr>
)

/** Every checkpoint there is, in pages. */
export const CheckpointList = () => {
  const { state, change } = useLogState([])
  const feed = useCheckpoints({ page: state.page, per_page: state.per_page })
  return (
    <section className="part">
      <h2 className="caps">{t('All checkpoints')}</h2>
      <LogSheet feed={feed} state={state} change={change}>
        <table>
          <caption className="away">{t('All checkpoints')}</caption>
          <thead>
            <tr>
              <th scope="col" className="num">
                {t('Events')}
              </th>
              <th scope="col" className="num">
                {t('Position')}
              </th>
              <th scope="col">{t('Signed on')}</th>
              <th scope="col">{t('Key')}</th>
              <th scope="col">{t('Root of the tree')}</th>
            </tr>
          </thead>
          <tbody>
            {feed.data?.data.map((checkpoint) => (
              <Row key={checkpoint.size} checkpoint={checkpoint} />
            ))}
          </tbody>
        </table>
      </LogSheet>
    </section>
  )
}
