import { t } from '../../ui-shared/i18n.ts'
import { sheetAddress, type SheetReport } from './sheet-calls.ts'

/** Each field that rows would change of records that exist, with what it says before and after. */
export const ChangesTable = ({ report: { check, changes, moreChanges } }: { report: SheetReport }) => (
  <>
    <div className="sheet sheet-problems" tabIndex={0} role="region" aria-label={t('Changes')}>
      <table>
        <caption className="away">{t('Changes')}</caption>
        <thead>
          <tr>
            <th scope="col" className="num">
              {t('Row')}
            </th>
            <th scope="col">{t('Name')}</th>
            <th scope="col">{t('Field')}</th>
            <th scope="col">{t('Before')}</th>
            <th scope="col">{t('After')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.flatMap(({ row, name, fields }) =>
            fields.map(({ column, label, before, after }) => (
              <tr key={`${row} ${column}`}>
                <td className="num mono">{row}</td>
                <td className="wide">{name}</td>
                <td>{t(label)}</td>
                <td className="wide">{before || '–'}</td>
                <td className="wide">{after || '–'}</td>
              </tr>
            )),
          )}
        </tbody>
      </table>
    </div>
    {moreChanges > 0 && <p className="hint">{t('and {count} more', { count: moreChanges })}</p>}
    <a className="btn small" href={sheetAddress.changes(check)} download>
      {t('Download all changes')}
    </a>
  </>
)
