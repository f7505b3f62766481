import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import '../styles/drafts.css'
import { api } from '../../ui-shared/api/client.ts'
import { formatDateTime } from '../../ui-shared/date.tsx'
import { RelativeTime } from '../../ui-shared/relative-time.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import { LoadError } from '../../ui-shared/states.tsx'
import { PreviewLinkDialog } from './preview-link-dialog.tsx'

const linksSchema = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      by: z.object({ name: z.string() }),
      expiresAt: z.string(),
      usedAt: z.nullable(z.string()),
      uses: z.number(),
    }),
  ),
})
type Link = z.infer<typeof linksSchema>['data'][number]

const LinkLine = ({ link, onRevoke }: { link: Link; onRevoke: () => void }) => (
  <li>
    <span>{t('Until {at}', { at: formatDateTime(link.expiresAt) })}</span>{' '}
    <span className="dim">
      {t('by {name}', { name: link.by.name || t('Somebody') })}
      {', '}
      {link.usedAt === null ? (
        t('not used yet')
      ) : (
        <>
          {t('{count, plural, one {used once} other {used # times}}', { count: link.uses })}
          {', '}
          <RelativeTime at={link.usedAt} />
        </>
      )}
    </span>
    <button
      type="button"
      className="btn bare small"
      aria-label={t('Revoke the link that lasts until {at}', { at: formatDateTime(link.expiresAt) })}
      onClick={onRevoke}
    >
      {t('Revoke')}
    </button>
  </li>
)

/** The links by which somebody without an account sees a record as it is being written: to make, and to revoke. */
export const PreviewLinks = ({ resource, record }: { resource: string; record: number }) => {
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['preview_link', resource, record],
    queryFn: async ({ signal }) =>
      (await api.get('/preview_link', { query: { resource, record }, as: linksSchema, signal })).data,
    staleTime: 0,
  })
  const revoke = async (id: string) => {
    try {
      await api.delete(`/preview_link/${id}`, { as: z.unknown() })
      toastSuccess(t('The link is revoked.'))
    } catch (failure) {
      showError(failure)
    }
    await refetch()
  }
  return (
    <>
      {error && <LoadError message={error.message} onRetry={() => void refetch()} />}
      {data && data.length > 0 && (
        <ul>
          {data.map((link) => (
            <LinkLine key={link.id} link={link} onRevoke={() => void revoke(link.id)} />
          ))}
        </ul>
      )}
      <button type="button" className="btn small" onClick={() => setOpen(true)}>
        {t('Make a link…')}
      </button>
      {isOpen && (
        <PreviewLinkDialog {...{ resource, record }} onMade={() => void refetch()} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
