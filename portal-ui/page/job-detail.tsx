import { formatDate } from '../../ui-shared/date.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { Back, Neighbours } from '../detail-page.tsx'
import { ArticleBody } from '../post/article-body.tsx'
import { JobForm } from '../send/job-form.tsx'
import type { PageView } from './page-view.ts'

/** An internal job. */
export const JobDetail: PageView = ({ page }) => (
  <>
    <Back to="/jobs" />
    <h1 dir="auto">{page.name}</h1>
    <p className="by">
      <time dateTime={page.created_at}>{formatDate(page.created_at)}</time>
    </p>
    <ArticleBody article={page} of="page" />
    <JobForm job={page} />
    <Neighbours record={page} at="/" label={t('More jobs')} />
  </>
)
