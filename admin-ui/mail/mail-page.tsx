import '../styles/list.css'
import '../styles/log.css'
import { useQueryClient } from '@tanstack/react-query'
import { formatDateTime } from '../../ui-shared/date.tsx'
import { Select } from '../../ui-shared/fields/select.tsx'
import { say, t } from '../../ui-shared/i18n.ts'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { AccessDenied } from '../../ui-shared/states.tsx'
import { FilterBar } from '../log/filter-bar.tsx'
import { LogSheet } from '../log/log-sheet.tsx'
import { useLogState } from '../log/log-state.ts'
import { PageHead } from '../shell/page-head.tsx'
import { resend, type Undelivered, useUndelivered } from './undelivered.ts'

const kinds: Readonly<Record<string, string>> = {
  code: 'Code to sign in',
  notice: 'About an account',
  inbox: 'To the inbox',
  step: 'Step of a request',
  checkpoint: 'Checkpoint over the log',
}
const states = { waiting: 'Waiting', failed: 'Not delivered', lost: 'Too late' } as const

const useResend = () => {
  const client = useQueryClient()
  return (id?: string) =>
    void resend(id)
      .then(async ({ message, id: said }) => {
        await client.invalidateQueries({ queryKey: ['undelivered'] })
        toastSuccess(say(message, { id: said, values: {} }))
      })
      .catch(showError)
}

const Row = ({ mail, onResend }: { mail: Undelivered; onResend: (() => void) | null }) => (
  <tr>
    <td className="wide">
      {mail.to ?? <span className="dim">{t('No longer kept')}</span>}
      <small className="dim sub">{t(kinds[mail.kind] ?? mail.kind)}</small>
    </td>
    <td className="under">
      <span className={mail.state === 'waiting' ? 'level' : 'level bad'}>{t(states[mail.state])}</span>
      {mail.nextTryAt && (
        <small className="dim sub">{t('Next try {at}', { at: formatDateTime(mail.nextTryAt) })}</small>
      )}
    </td>
    <td className="num mono under">{mail.tries}</td>
    <td className="wide">
      {mail.failure && say(mail.failure.id, mail.failure)}
      {mail.detail && <code className="mono dim request">{mail.detail}</code>}
    </td>
    <td className="dim under when">{formatDateTime(mail.createdAt)}</td>
    <td>
      {onResend && mail.isResendable && (
        <button type="button" className="btn small" onClick={onResend}>
          {t('Send again')}
        </button>
      )}
    </td>
  </tr>
)

const Rows = ({ mails, onResend }: { mails: readonly Undelivered[]; onResend: ((id: string) => void) | null }) => (
  <table>
    <caption className="away">{t('Undelivered Mail')}</caption>
    <thead>
      <tr>
        <th scope="col">{t('Recipient')}</th>
        <th scope="col">{t('Status')}</th>
        <th scope="col" className="num">
          {t('Tries')}
        </th>
        <th scope="col">{t('Last failure')}</th>
        <th scope="col">{t('Date')}</th>
        <th scope="col">{t('Actions')}</th>
      </tr>
    </thead>
    <tbody>
      {mails.map((mail) => (
        <Row key={mail.id} mail={mail} onResend={onResend && (() => onResend(mail.id))} />
      ))}
    </tbody>
  </table>
)

type MailsProps = ReturnType<typeof useLogState> & {
  feed: ReturnType<typeof useUndelivered>
  onResend: ((id: string) => void) | null
}

const Mails = ({ state, change, feed, onResend }: MailsProps) => (
  <>
    <FilterBar filters={state.filters} change={change}>
      <Select
        aria-label={t('Status')}
        placeholder={t('Any status')}
        options={Object.entries(states).map(([value, label]) => ({ value, label: t(label) }))}
        value={state.filters.state}
        onChange={(event) => change({ state: event.target.value })}
      />
    </FilterBar>
    <LogSheet feed={feed} state={state} change={change}>
      <Rows mails={feed.data?.data ?? []} onResend={onResend} />
    </LogSheet>
  </>
)

/** Mails that could not be sent, why, and another try (W10). */
export const Component = () => {
  const me = useMe()
  const mayRead = can(me, 'r-operations')
  const mayResend = mayRead && can(me, 'u-operations')
  const send = useResend()
  const log = useLogState(['state'])
  const feed = useUndelivered({ page: log.state.page, per_page: log.state.per_page, ...log.state.filters }, mayRead)
  const canSendAny = mayResend && (feed.data?.meta.resendable ?? 0) > 0
  return (
    <>
      <PageHead
        title={t('Undelivered Mail')}
        facts={mayRead && t('Mails that did not go out, and why. Codes are never sent twice.')}
      >
        {canSendAny && (
          <button type="button" className="btn" onClick={() => send()}>
            {t('Send all again')}
          </button>
        )}
      </PageHead>
      {mayRead ? <Mails {...log} feed={feed} onResend={mayResend ? send : null} /> : <AccessDenied />}
    </>
  )
}
