import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { formatDate } from '../../ui-shared/date.tsx'
import { say, t } from '../../ui-shared/i18n.ts'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import { mailServerKey, mailServerQuery, type MailStanding, type MailWay } from './mail-server-query.ts'

const ApproveDialog = lazy(async () => ({ default: (await import('./approve-dialog.tsx')).ApproveDialog }))

const wayWords = (way: MailWay): string => {
  if (way === 'configuration') return t('By the mail server of this screen')
  return way === 'smtp_url' ? t('By SMTP_URL, as the server was set up') : t('Into the mail folder of the server')
}

const stateWords = ({ codes, state, approvedBy, approvedAt }: MailStanding): string => {
  if (codes === 'smtp_url') return t('SMTP_URL is set where the server runs, so nothing needs approval.')
  if (state === 'approved')
    return t('Approved by {name} on {date}. Changing these settings withdraws it.', {
      name: approvedBy ?? '',
      date: approvedAt === null ? '' : formatDate(approvedAt),
    })
  if (state === 'tested') return t('Tested. Awaits approval by another administrator.')
  return t('The saved settings were not tested yet.')
}

/** Who can approve, where it is not whoever looks. */
const approvers = ({ mayApprove, others }: MailStanding): string => {
  if (mayApprove) return t('Approve only a mail server that you know: it can read every code and link.')
  if (others > 0)
    return t(
      'Somebody else who holds all permissions, and has not saved or tested these settings, approves them on this screen.',
    )
  return t(
    'Nobody else holds all permissions. Make a second administrator, or have SMTP_URL set where the server runs.',
  )
}

const Approval = ({ standing }: { standing: MailStanding }) => {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const { host, fingerprint, mayApprove } = standing
  const close = () => setOpen(false)
  const done = (message: string) => {
    close()
    toastSuccess(say(message))
    void client.invalidateQueries({ queryKey: mailServerKey })
  }
  return (
    <>
      <p className="hint">{approvers(standing)}</p>
      {mayApprove && (
        <div className="acts">
          <button type="button" className="btn" onClick={() => setOpen(true)}>
            {t('Approve for codes and links')}
          </button>
        </div>
      )}
      {isOpen && host !== null && fingerprint !== null && (
        <Suspense>
          <ApproveDialog host={host} fingerprint={fingerprint} onDone={done} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

/** Which mails go which way by the settings that are saved, and the approval by a second administrator (A3). */
export const MailWays = ({ version }: { version: unknown }) => {
  const { data } = useQuery(mailServerQuery(version))
  if (!data) return null
  const { codes, news, state } = data
  return (
    <section className="f" aria-label={t('Which mails go which way')}>
      <dl className="ways">
        <div>
          <dt>{t('Codes, links, invitations, notices about sign-ins')}</dt>
          <dd>{wayWords(codes)}</dd>
        </div>
        <div>
          <dt>{t('News of requests and applications')}</dt>
          <dd>{wayWords(news)}</dd>
        </div>
      </dl>
      <p role="status">{stateWords(data)}</p>
      {codes === 'folder' && state === 'tested' && <Approval standing={data} />}
    </section>
  )
}
