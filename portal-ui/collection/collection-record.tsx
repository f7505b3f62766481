import '../styles/collection.css'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from 'react-router-dom'
import { textOf } from '../../domain/json.ts'
import type { Resource } from '../../domain/resource.ts'
import { SafeHtml } from '../../ui-shared/article/safe-html.tsx'
import { formatDate } from '../../ui-shared/date.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { PleaseWait } from '../../ui-shared/states.tsx'
import { Back, DetailPage } from '../detail-page.tsx'
import { usePortal } from '../portal-data.ts'
import { usePortalTitle } from '../titles.ts'
import { type CollectionRecord, collectionRecordQuery, declarationQuery, nameOf } from './collection-queries.ts'
import { Facts } from './shown-value.tsx'

const Shown = ({ resource, record }: { resource: Resource; record: CollectionRecord }) => {
  const { portal, fields, recordLabel, name } = resource
  const currency = usePortal()?.config.currency ?? ''
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

/** One of these records as employees read it. */
export const Component = () => {
  const { slug = '' } = useParams()
  const [, name = ''] = useLocation().pathname.split('/')
  const { data: resource } = useQuery(declarationQuery(name))
  if (!resource) return <PleaseWait />
  return (
    <DetailPage
      query={collectionRecordQuery(name)(slug)}
      title={t(resource.portal?.title ?? resource.label)}
      missing={t('Nothing found')}
    >
      {(record) => <Shown resource={resource} record={record} />}
    </DetailPage>
  )
}
