import { createPortal } from 'react-dom'
import { Outcome } from '../../ui-shared/auth/auth-page.tsx'
import { missing, useSubmit } from '../../ui-shared/auth/use-submit.ts'
import { t } from '../../ui-shared/i18n.ts'
import { Dialog } from '../../ui-shared/overlay/dialog.tsx'
import { Acts, OwnPassword } from '../../ui-shared/profile/small-form.tsx'
import { useFocusOnError } from '../../ui-shared/profile/use-focus-on-error.ts'
import { approveMailServer } from './mail-server-query.ts'

/** Asks for the password, and approves the mail server that is shown. */
export const ApproveDialog = (props: {
  host: string
  fingerprint: string
  onDone: (message: string) => void
  onClose: () => void
}) => {
  const { host, fingerprint, onDone, onClose } = props
  const { isBusy, refusal, errorOf, onSubmit } = useSubmit({
    check: (fields) => missing(fields, { password: t('Enter a password.') }),
    act: async ({ password = '' }) => onDone((await approveMailServer(password, fingerprint)).message),
  })
  const error = errorOf('password')
  const form = useFocusOnError(error)
  return createPortal(
    <Dialog title={t('Approve the mail server')} onClose={onClose}>
      <form
        ref={form}
        className="fields"
        noValidate
        aria-busy={isBusy}
        onSubmit={(event) => {
          // A form in a form: the configuration is not saved by this.
          event.stopPropagation()
          onSubmit(event)
        }}
      >
        <p className="words">
          {t('Codes, links to set a password and invitations will go by {host}. Every administrator is told by mail.', {
            host,
          })}
        </p>
        {refusal && !error && <Outcome isGood={false}>{refusal.join(' ')}</Outcome>}
        <OwnPassword autoFocus isBusy={isBusy} error={error} />
        <Acts go={t('Approve')} isBusy={isBusy} onClose={onClose} />
      </form>
    </Dialog>,
    document.body,
  )
}
