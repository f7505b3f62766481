import { useState } from 'react'
import { Outcome } from '../../ui-shared/auth/auth-page.tsx'
import { missing, useSubmit } from '../../ui-shared/auth/use-submit.ts'
import { t } from '../../ui-shared/i18n.ts'
import { Dialog } from '../../ui-shared/overlay/dialog.tsx'
import { Acts, OwnPassword } from '../../ui-shared/profile/small-form.tsx'
import { useFocusOnError } from '../../ui-shared/profile/use-focus-on-error.ts'
import { makeRecoveryCodes } from './recovery-calls.ts'
import { RecoveryList } from './recovery-list.tsx'

const PasswordStep = ({ onMade, onClose }: { onMade: (codes: readonly string[]) => void; onClose: () => void }) => {
  const { isBusy, refusal, errorOf, onSubmit } = useSubmit({
    check: (fields) => missing(fields, { password: t('Enter a password.') }),
    act: async ({ password = '' }) => onMade(await makeRecoveryCodes(password)),
  })
  const error = errorOf('password')
  const form = useFocusOnError(error)
  return (
    <form ref={form} className="fields" onSubmit={onSubmit} noValidate aria-busy={isBusy}>
      <p className="words">{t('You get ten new codes. The ones you have now stop working at once.')}</p>
      {refusal && !error && <Outcome isGood={false}>{refusal.join(' ')}</Outcome>}
      <OwnPassword autoFocus isBusy={isBusy} error={error} />
      <Acts go={t('Create codes')} isBusy={isBusy} onClose={onClose} />
    </form>
  )
}

/** Makes ten recovery codes for the password and shows them, this once. Escape does not throw away what is shown. */
export const RecoveryDialog = ({
  userName,
  onMade,
  onClose,
}: {
  userName: string
  onMade: () => void
  onClose: () => void
}) => {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes === null) {
    const show = (made: readonly string[]) => {
      setCodes(made)
      onMade()
    }
    return (
      <Dialog key="password" title={t('Create new recovery codes')} onClose={onClose}>
        <PasswordStep onMade={show} onClose={onClose} />
      </Dialog>
    )
  }
  return (
    <Dialog key="codes" title={t('Your new recovery codes')} onClose={() => undefined}>
      <RecoveryList codes={codes} userName={userName} onClose={onClose} />
    </Dialog>
  )
}
