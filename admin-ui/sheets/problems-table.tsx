import type { ReactNode } from 'react'
import { say, t } from '../../ui-shared/i18n.ts'
import type { SheetReport } from './sheet-calls.ts'

/** Each problem of a file with its row and column. */
export const ProblemsTable = ({
  report: { problems, more },
  children,
}: {
  report: SheetReport
  children?: ReactNode
}) => (
  <>
    <div className="sheet sheet-problems" tabIndex={0} role="region" aria-label={t('Problems')}>
      <table>
        <caption className="away">{t('Problems')}</caption>
        <thead>
          <tr>
            <th scope="col" className="num">
              {t('Row')}
            </th>
            <th scope="col">{t('Column')}</th>
            <th scope="col">{t('Reason')}</th>
          </tr>
        </thead>
        <tbody>
          {problems.map(({ row, column, message, says }, index) => (
            <tr key={`${row} ${column} ${index}`}>
              <td className="num mono">{row}</td>
              <td className="mono">{column ?? '–'}</td>
              <td className="wide">{say(message, says ?? undefined)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    {more > 0 && <p className="hint">{t('and {count} more', { count: more })}</p>}
    {children}
  </>
)
