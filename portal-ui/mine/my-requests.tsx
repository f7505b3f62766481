import { Link } from 'react-router-dom'
import { t } from '../../ui-shared/i18n.ts'
import { AlertHost } from '../../ui-shared/overlay/alert.tsx'
import { IndexPage } from '../index-page.tsx'
import { applications, mineQuery } from './mine-queries.ts'
import { SentCard } from './sent-card.tsx'
import '../styles/send.css'

/** What the employee has sent, with where it stands and how it came there. */
export const Component = () => (
  <>
    <IndexPage
      title={t('My requests')}
      tools={({ category }) => (
        <nav className="tabs" aria-label={t('My requests')}>
          <Link to={{ search: '' }} aria-current={category === applications ? undefined : 'page'}>
            {t('Requests')}
          </Link>
          <Link
            to={{ search: `?category=${applications}` }}
            aria-current={category === applications ? 'page' : undefined}
          >
            {t('Applications')}
          </Link>
        </nav>
      )}
      queryOf={mineQuery}
      empty={t('You have sent nothing yet')}
      item={(sent) => <SentCard key={sent.id} sent={sent} />}
    />
    <AlertHost />
  </>
)
