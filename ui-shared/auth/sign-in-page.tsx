import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { TextField } from '../fields/text-field.tsx'
import { t } from '../i18n.ts'
import { extendRedirect } from '../session/redirect.ts'
import { enter } from './after-sign-in.ts'
import { AuthForm } from './auth-form.tsx'
import { AuthPage } from './auth-page.tsx'
import { type Challenge, type Population, signIn } from './calls.ts'
import { CodeDialog } from './code-dialog.tsx'
import { missing, useSubmit } from './use-submit.ts'

const words = {
  user: {
    title: 'Login Account',
    name: 'Username',
    missing: { name: 'Enter a username.', password: 'Enter a password.' },
    recover: '/auth/forgot-password',
    question: 'Looking for the portal?',
    other: 'Employee sign-in',
    otherPath: '/auth/employee',
  },
  employee: {
    title: 'Employee sign-in',
    name: 'Email',
    missing: { name: 'Enter an email.', password: 'Enter a password.' },
    recover: '/auth/forgot-password/employee',
    question: 'Looking for the back office?',
    other: 'Staff sign-in',
    otherPath: '/auth/login',
  },
} as const

const Form = ({
  population,
  onChallenge,
  isBehind,
}: {
  population: Population
  onChallenge: (challenge: Challenge) => void
  isBehind: boolean
}) => {
  const text = words[population]
  const submit = useSubmit({
    check: (fields) => missing(fields, { name: t(text.missing.name), password: t(text.missing.password) }),
    act: async ({ name = '', password = '' }) => {
      onChallenge(await signIn(population, name.trim(), password))
      extendRedirect()
    },
  })
  return (
    <AuthForm submit={submit} action={t('Sign In')} isQuiet={isBehind}>
      <TextField
        label={t(text.name)}
        name="name"
        type={population === 'employee' ? 'email' : 'text'}
        autoComplete={population === 'employee' ? 'email' : 'username'}
        autoCapitalize="none"
        spellCheck={false}
        isRequired
        autoFocus
        readOnly={submit.isBusy}
        error={submit.errorOf('name')}
      />
      <TextField
        label={t('Password')}
        name="password"
        type="password"
        autoComplete="current-password"
        isRequired
        readOnly={submit.isBusy}
        error={submit.errorOf('password')}
        aside={
          <Link className="link" to={text.recover}>
            {t('Forgot password?')}
          </Link>
        }
      />
    </AuthForm>
  )
}

// Set by the apps when a call was answered 401.
const useIsSessionOver = (): boolean => {
  const { state }: { state: unknown } = useLocation()
  return typeof state === 'object' && state !== null && 'isSessionOver' in state
}

/** Sign-in of one population: name and password, then the mailed code. */
export const SignInPage = ({ population }: { population: Population }) => {
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const isSessionOver = useIsSessionOver()
  const text = words[population]
  return (
    <AuthPage population={population} title={t(text.title)}>
      {(config) => (
        <>
          {isSessionOver && <p role="status">{t('Your sign-in has ended. Sign in again to go on where you were.')}</p>}
          <Form population={population} onChallenge={setChallenge} isBehind={challenge !== null} />
          <p className="dim">
            {t(text.question)}{' '}
            <a className="link" href={text.otherPath}>
              {t(text.other)}
            </a>
          </p>
          {population === 'user' && config.registration !== 'closed' && (
            <p className="dim">
              {t('No account yet?')}{' '}
              <Link className="link" to="/auth/registration">
                {t('Sign up')}
              </Link>
            </p>
          )}
          {challenge && (
            <CodeDialog
              population={population}
              challenge={challenge}
              onVerified={enter}
              onClose={() => setChallenge(null)}
            />
          )}
        </>
      )}
    </AuthPage>
  )
}
