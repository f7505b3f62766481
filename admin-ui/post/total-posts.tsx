import { Link } from 'react-router-dom'
import { t } from '../../ui-shared/i18n.ts'
import type { AllTotals } from '../dashboard/summary.ts'

/** How many posts there are, for whoever may read them (docs/specification/audit.md#dashboard). */
export const TotalPosts = ({ totals }: { totals: AllTotals }) => {
  const of = totals.find(({ resource }) => resource === 'post')
  if (!of) return null
  const { active, inactive } = of
  return (
    <section className="cell c4">
      <h2 className="caps">{t('Total Post')}</h2>
      <p className="big">
        <Link to="/dashboard/post">{active + inactive}</Link>
      </p>
      <p className="dim">{t('{active} active, {inactive} inactive', { active, inactive })}</p>
    </section>
  )
}
