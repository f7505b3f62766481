import { Outcome } from '../auth/auth-page.tsx'
import type { Challenge } from '../auth/calls.ts'
import { missing, useSubmit } from '../auth/use-submit.ts'
import { TextField } from '../fields/text-field.tsx'
import { t } from '../i18n.ts'
import { startEmailChange } from './calls.ts'
import { Acts, OwnPassword } from './small-form.tsx'
import { useFocusOnError } from './use-focus-on-error.ts'

export type Asked = { email: string; password: string }

/** First step: the new address and the password. `asked` fills it when somebody comes back to it, `refusal` says why. */
export const AddressForm = ({
  current,
  asked,
  refusal: earlier,
  onSent,
  onClose,
}: {
  current: string
  asked: Asked
  refusal: string | null
  onSent: (asked: Asked, challenge: Challenge) => void
  onClose: () => void
}) => {
  const { isBusy, refusal, errorOf, onSubmit } = useSubmit({
    check: (fields) => missing(fields, { email: t('Enter an email.'), password: t('Enter a password.') }),
    act: async ({ email = '', password = '' }) => {
      const sent = { email: email.trim(), password }
      onSent(sent, await startEmailChange(sent.email, password))
    },
  })
  const [email, password] = [errorOf('email') ?? (refusal ? undefined : (earlier ?? undefined)), errorOf('password')]
  const form = useFocusOnError(email, password)
  return (
    <form ref={form} className="fields" onSubmit={onSubmit} noValidate aria-busy={isBusy}>
      <p className="words">
        {t('Now it is {email}. A code goes to the new address; it is yours once you type the code.', {
          email: current,
        })}
      </p>
      {refusal && !email && !password && <Outcome isGood={false}>{refusal.join(' ')}</Outcome>}
      <TextField
        label={t('New e-mail')}
        name="email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        isRequired
        autoFocus
        readOnly={isBusy}
        defaultValue={asked.email}
        error={email}
      />
      <OwnPassword isBusy={isBusy} defaultValue={asked.password} error={password} />
      <Acts go={t('Send code')} isBusy={isBusy} onClose={onClose} />
    </form>
  )
}
