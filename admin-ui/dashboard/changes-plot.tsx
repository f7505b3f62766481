import { Link } from 'react-router-dom'
import { t } from '../../ui-shared/i18n.ts'
import { kindWords } from '../log/kinds.ts'
import { type Summary, trailOf } from './summary.ts'

/** How often each resource was changed in the last days: a table whose numbers have a length. */
export const ChangesPlot = ({ summary }: { summary: Summary }) => {
  const { from, to, days } = summary
  const most = Math.max(1, ...summary.resources.map(({ count }) => count))
  const title = t('Changes, last {count} days', { count: days.length })
  return (
    <section className="cell c4">
      <h2>{title}</h2>
      {summary.resources.length === 0 && <p className="dim">{t('No Data Found')}</p>}
      {summary.resources.length > 0 && (
        <table>
          <caption className="away">{title}</caption>
          <thead className="away">
            <tr>
              <th scope="col">{t('Affected Model')}</th>
              <th scope="col">{t('Changes')}</th>
            </tr>
          </thead>
          <tbody>
            {summary.resources.map(({ resource, count }) => (
              <tr key={resource}>
                <th scope="row">{kindWords(resource)}</th>
                <td className="length">
                  <svg viewBox="0 0 100 8" className="bars" aria-hidden="true" preserveAspectRatio="none">
                    <rect className="done" width={(100 * count) / most} height="8" />
                  </svg>
                </td>
                <td className="num mono">
                  <Link
                    className="link"
                    to={trailOf({ type: 'Changes', resource, from, to })}
                    aria-label={t('{count} changes of {thing}', { count, thing: kindWords(resource) })}
                  >
                    {count}
                  </Link>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
