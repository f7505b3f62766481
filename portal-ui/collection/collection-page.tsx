import type { Resource } from '../../domain/resource.ts'
import { SafeHtml } from '../../ui-shared/article/safe-html.tsx'
import { formatDate } from '../../ui-shared/date.tsx'
import { currencyOf } from '../../ui-shared/fields/decimal.ts'
import { t } from '../../ui-shared/i18n.ts'
import { Back, DetailPage } from '../detail-page.tsx'
import { usePortal } from '../portal-data.ts'
import { usePortalTitle } from '../titles.ts'
import { type CollectionRecord, collectionRecordQuery, nameOf } from './collection-queries.ts'
import { textOf } from './text-of.ts'
import { Facts } from './shown-value.tsx'

const Shown = ({ resource, record }: { resource: Resource; record: CollectionRecord }) => {
  const { portal, fields, recordLabel, name } = resource
  const currency = currencyOf(usePortal()?.config)
  const shown = [...(portal?.list ?? []), ...(portal?.detail ?? [])].filter((one) => !recordLabel.includes(one))
  const values: Readonly<Record<string, unknown>> = record
  const texts = shown.filter((one) => fields[one]?.kind === 'html' && textOf(values[one]) !== '')
  usePortalTitle(nameOf(resource, record))
  return (
    <>
      <Back to={`/${name}`} />
      <h1 dir="auto">{nameOf(resource, record)}</h1>
      <p className="by">
        <time dateTime={record.created_at}>{formatDate(record.created_at)}</time>
      </p>
      <Facts {...{ record, fields, currency }} names={shown} />
      {texts.map((one) => (
        <div key={one} className="box">
          <SafeHtml className="prose" html={textOf(values[one])} dir="auto" />
        </div>
      ))}
    </>
  )
}

/** One of these records as employees read it. @param at its slug or id */
export const CollectionPage = ({ resource, at }: { resource: Resource; at: string }) => (
  <DetailPage
    query={collectionRecordQuery(resource.name)(at)}
    title={t(resource.portal?.title ?? resource.label)}
    missing={t('Nothing found')}
  >
    {(record) => <Shown resource={resource} record={record} />}
  </DetailPage>
)
