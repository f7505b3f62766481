import { Link } from 'react-router-dom'
import { t } from '../../ui-shared/i18n.ts'
import { SignInState } from '../edit/sign-in-state.tsx'
import type { Cell } from '../list/screen.ts'
import { PersonalData } from '../people/personal-data.tsx'

/** Leads from an employee to their reporting lines, and says how they sign in and what is held of them. */
export const EmployeeAside: Cell = (props) => (
  <>
    <section>
      <h2 className="caps">{t('Org chart')}</h2>
      <Link className="link" to={`/dashboard/org_chart?id=${props.row.id}`}>
        {t('Who is above and below')}
      </Link>
    </section>
    <SignInState {...props} />
    <PersonalData {...props} />
  </>
)
