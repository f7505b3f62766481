import { t } from '../i18n.ts'
import type { Me } from '../session/me.ts'
import { Dialog } from '../overlay/dialog.tsx'
import { extendRedirect } from '../session/redirect.ts'
import { type Challenge, type Population, verifyCode } from './calls.ts'
import { CodeForm } from './code-form.tsx'

/** 'Login Verification': the code of six digits that was mailed, or a recovery code, which only users have. */
export const CodeDialog = ({
  population,
  challenge,
  onVerified,
  onClose,
}: {
  population: Population
  challenge: Challenge
  onVerified: (me: Me) => void
  onClose: () => void
}) => (
  <Dialog title={t('Login Verification')} onClose={onClose}>
    <CodeForm
      challenge={challenge}
      verify={async (data, code) => {
        const me = await verifyCode(data, code)
        extendRedirect()
        onVerified(me)
      }}
      leave={{ label: t('Close'), act: onClose }}
      failure={t('Login verification failed')}
      hasRecovery={population === 'user'}
      usePasskey={async (data) => {
        const { signInByPasskey } = await import('../passkeys/calls.ts')
        const me = await signInByPasskey(data)
        extendRedirect()
        onVerified(me)
      }}
    />
  </Dialog>
)
