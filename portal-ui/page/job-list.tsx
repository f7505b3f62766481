import { Link } from 'react-router-dom'
import { formatDate } from '../../ui-shared/date.tsx'
import { Icon } from '../../ui-shared/drawings/icons.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { IndexPage } from '../index-page.tsx'
import { usePortal } from '../portal-data.ts'
import { jobsQuery, type PageRow } from './page-queries.ts'

// The files that the configuration names, hidden while they are not set (C14).
const Policies = () => {
  const config = usePortal()?.config
  const links = [config?.policy1_url, config?.policy2_url].filter((one) => typeof one === 'string')
  return (
    <div className="policies">
      {links.map((link) => (
        <a key={link} className="btn" href={link} target="_blank" rel="noopener noreferrer">
          <Icon name="file" />
          {decodeURIComponent(link.split('/').at(-1) ?? '')}
        </a>
      ))}
    </div>
  )
}

const JobCard = ({ job, search }: { job: PageRow; search: string }) => {
  const to = `/${encodeURIComponent(job.slug)}`
  const state = { listSearch: search }
  return (
    <article className="card">
      <p className="caps">
        <time dateTime={job.created_at}>{formatDate(job.created_at)}</time>
      </p>
      <h2 dir="auto">
        <Link to={to} state={state}>
          {job.name}
        </Link>
      </h2>
      {job.content.excerpt && <p dir="auto">{job.content.excerpt}</p>}
      <Link className="more" to={to} state={state} aria-label={`${t('VIEW POST')}: ${job.name}`}>
        {t('VIEW POST')}
      </Link>
    </article>
  )
}

/** Internal jobs, four on a page, with the policies beside them. */
export const Component = () => (
  <IndexPage
    title={t('INTERNAL JOB POSTING')}
    tools={() => <Policies />}
    queryOf={jobsQuery}
    empty={t('No job is open at the moment')}
    className="job-cards"
    item={(job, _place, search) => <JobCard key={job.id} job={job} search={search} />}
  />
)
