import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import * as z from 'zod/mini'
import { oneOf } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import { statusOf } from '../../ui-shared/api/error.ts'
import { ArticleHead } from '../../ui-shared/article/article-head.tsx'
import { SafeHtml } from '../../ui-shared/article/safe-html.tsx'
import { useConfig } from '../../ui-shared/config/use-config.ts'
import { formatDateTime } from '../../ui-shared/date.tsx'
import { useDocumentTitle } from '../../ui-shared/document-title.ts'
import { t } from '../../ui-shared/i18n.ts'
import { LoadError, PleaseWait } from '../../ui-shared/states.tsx'

const shownSchema = z.object({
  name: z.string(),
  at: z.string(),
  category: z.string(),
  picture: z.nullable(z.string()),
  focus: z.string(),
  content: z.string(),
  hasStyle: z.boolean(),
  record: z.number(),
  until: z.string(),
})

const Draft = ({ token, shown }: { token: string; shown: z.infer<typeof shownSchema> }) => (
  <article className="article">
    {shown.hasStyle && <link rel="stylesheet" href={`/api/preview/${token}/style.css`} />}
    <ArticleHead {...shown} id={shown.record} category={shown.category} />
    <div className="box">
      <SafeHtml className="prose content-preview" html={shown.content} dir="auto" />
    </div>
  </article>
)

const Ended = () => (
  <div className="article">
    <h1>{t('This preview has ended')}</h1>
    <p>{t('Ask whoever sent you the link for another one.')}</p>
  </div>
)

/** A draft as the portal will show it, for whoever has its link: without a sign-in, and without anything else of the portal. */
export const Component = () => {
  const { token = '' } = useParams()
  // It tells the time zone of the site.
  useConfig()
  const { data, error, refetch } = useQuery({
    queryKey: ['preview', token],
    queryFn: async ({ signal }) =>
      (await api.get(`/preview/${encodeURIComponent(token)}`, { as: oneOf(shownSchema), signal })).data,
    staleTime: 0,
  })
  useDocumentTitle(data?.name ?? t('Preview'), t('Preview'))
  return (
    <div className="portal">
      <section className="preview-note" aria-label={t('Preview')}>
        <div className="wrap">
          <strong>{t('A draft that is not published.')}</strong>
          {data && <span>{t('This link ends {at}.', { at: formatDateTime(data.until) })}</span>}
        </div>
      </section>
      <main>
        <div className="wrap">
          {data && <Draft token={token} shown={data} />}
          {!data && !error && <PleaseWait />}
          {!data && error && statusOf(error) === 404 && <Ended />}
          {!data && error && statusOf(error) !== 404 && (
            <LoadError message={error.message} onRetry={() => void refetch()} />
          )}
        </div>
      </main>
    </div>
  )
}
