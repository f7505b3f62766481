import { useState } from 'react'
import { Link } from 'react-router-dom'
import { signInOf } from '../session/apps.ts'
import { TextField } from '../fields/text-field.tsx'
import { t } from '../i18n.ts'
import { AuthForm } from './auth-form.tsx'
import { AuthPage, Outcome } from './auth-page.tsx'
import { begunOf } from './begun.ts'
import { type Population, requestReset } from './calls.ts'
import { missing, useSubmit } from './use-submit.ts'

/** Asks for a mail with a link to set a new password. */
export const ForgotPage = ({ population }: { population: Population }) => {
  const [message, setMessage] = useState<string | null>(null)
  const [typed] = useState(() => begunOf(population).name)
  const submit = useSubmit({
    check: (fields) => missing(fields, { email: t('Enter an email.') }),
    act: async ({ email = '' }) => {
      setMessage(null)
      setMessage(await requestReset(population, email.trim()))
    },
  })
  return (
    <AuthPage population={population} title={t('Forgot password?')}>
      <p className="dim">{t('Enter your email to reset your password')}</p>
      {message !== null && <Outcome isGood>{message}</Outcome>}
      <AuthForm submit={submit} action={t('Submit')}>
        <TextField
          label={t('Email')}
          name="email"
          type="email"
          autoComplete="email"
          isRequired
          readOnly={submit.isBusy}
          autoFocus
          defaultValue={typed.includes('@') ? typed : ''}
          error={submit.errorOf('email')}
        />
      </AuthForm>
      <p className="dim">
        <Link className="link" to={signInOf(population)}>
          {t('Back')}
        </Link>
      </p>
    </AuthPage>
  )
}
