import '../styles/list.css'
import '../styles/audit.css'
import { Link } from 'react-router-dom'
import { t } from '../../ui-shared/i18n.ts'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { AccessDenied } from '../../ui-shared/states.tsx'
import type { ResourceEntry } from '../resource-entry.ts'
import { besides } from '../besides.ts'
import { listsBeside } from '../log/kinds.ts'
import { entries } from '../resources.ts'
import { PageHead } from '../shell/page-head.tsx'
import { hasScreens, screenPath } from '../shell/menu-table.ts'

const ChangedLink = ({ name }: { name: string }) => (
  <Link className="link" to={`/dashboard/activity_trail?resource=${name}`}>
    {t('What was changed')}
  </Link>
)

const Ways = ({ name, isSingleton, lists }: ResourceEntry) => (
  <>
    <td>
      <Link className="link" to={screenPath(name)}>
        {isSingleton ? t('Open') : t('Records')}
      </Link>
    </td>
    <td>
      {!isSingleton && !lists && (
        <Link className="link" to={`${screenPath(name)}?status=deleted`}>
          {t('Trash')}
        </Link>
      )}
    </td>
    <td>
      <ChangedLink name={name} />
    </td>
  </>
)

/** Where auditors begin to read records and their histories: every kind of record, its Trash, and what happened to it. */
export const RecordsPage = () => {
  const mayRead = can(useMe(), 'r-audit')
  return (
    <>
      <PageHead
        title={t('Records and histories')}
        facts={mayRead && t('Read only. Open a record to see its history; what is personal in it may be hidden.')}
      />
      {!mayRead && <AccessDenied />}
      {mayRead && (
        <div className="sheet list kinds">
          <table>
            <caption className="away">{t('Records and histories')}</caption>
            <thead className="away">
              <tr>
                <th scope="col">{t('Affected Model')}</th>
                <th scope="col">{t('Records')}</th>
                <th scope="col">{t('Trash')}</th>
                <th scope="col">{t('Activity Trail')}</th>
              </tr>
            </thead>
            <tbody>
              {entries.filter(hasScreens).map((entry) => (
                <tr key={entry.name}>
                  <th scope="row">{t(entry.label)}</th>
                  <Ways {...entry} />
                </tr>
              ))}
              {besides.map(({ name, label }) => (
                <tr key={name}>
                  <th scope="row">{t(label)}</th>
                  <td>
                    {listsBeside[name] && (
                      <Link className="link" to={listsBeside[name]}>
                        {t('Records')}
                      </Link>
                    )}
                  </td>
                  <td />
                  <td>
                    <ChangedLink name={name} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}
