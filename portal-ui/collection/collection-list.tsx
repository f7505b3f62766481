import { Link } from 'react-router-dom'
import type { Resource } from '../../domain/resource.ts'
import { formatDate } from '../../ui-shared/date.tsx'
import { currencyOf } from '../../ui-shared/fields/decimal.ts'
import { t } from '../../ui-shared/i18n.ts'
import { IndexPage } from '../index-page.tsx'
import { usePortal } from '../portal-data.ts'
import { type CollectionRecord, collectionQuery, nameOf } from './collection-queries.ts'
import { Facts } from './shown-value.tsx'

const Card = ({ resource, record, search }: { resource: Resource; record: CollectionRecord; search: string }) => {
  const { portal, recordLabel, fields } = resource
  const currency = currencyOf(usePortal()?.config)
  const names = (portal?.list ?? []).filter((name) => !recordLabel.includes(name))
  return (
    <article className="card">
      <p className="caps">
        <time dateTime={record.created_at}>{formatDate(record.created_at)}</time>
      </p>
      <h2 dir="auto">
        <Link to={`/${resource.name}/${encodeURIComponent(record.slug)}`} state={{ listSearch: search }}>
          {nameOf(resource, record)}
        </Link>
      </h2>
      <Facts {...{ record, fields, names, currency }} />
    </article>
  )
}

/** What employees are shown of a resource, ten on a page. */
export const CollectionList = ({ resource }: { resource: Resource }) => (
  <IndexPage
    title={t(resource.portal?.title ?? resource.label)}
    queryOf={collectionQuery(resource.name)}
    empty={t('Nothing found')}
    className="job-cards"
    item={(record, _place, search) => <Card key={record.id} {...{ resource, record, search }} />}
  />
)
