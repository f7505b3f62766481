import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { hasLeft } from '../session/left.ts'
import { TextField } from '../fields/text-field.tsx'
import { t } from '../i18n.ts'
import { isPasswordChanged, watchPasswordChanged } from '../session/password-changed.ts'
import { extendRedirect, forgetRedirect } from '../session/redirect.ts'
import { usePreload } from '../parts/use-preload.ts'
import { enter } from './enter.ts'
import { AuthForm } from './auth-form.tsx'
import { AuthPage } from './auth-page.tsx'
import { begunOf, forgetBegun, keepBegun } from './begun.ts'
import { type Challenge, type Population, signIn } from './calls.ts'
import { missing, useSubmit } from './use-submit.ts'

// Needed once the password was right.
const loadCodeDialog = async () => ({ default: (await import('./code-dialog.tsx')).CodeDialog })
const CodeDialog = lazy(loadCodeDialog)

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
  const [begun] = useState(() => begunOf(population).name)
  const submit = useSubmit({
    check: (fields) => missing(fields, { name: t(text.missing.name), password: t(text.missing.password) }),
    act: async ({ name = '', password = '' }) => {
      const challenge = await signIn(population, name.trim(), password)
      keepBegun(population, { name, challenge })
      onChallenge(challenge)
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
        defaultValue={begun}
        onInput={({ currentTarget }) => keepBegun(population, { name: currentTarget.value, challenge: null })}
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
      />
      {/* After the field, so that Tab leads from the name to the password. */}
      <p className="dim">
        <Link className="link" to={text.recover}>
          {t('Forgot password?')}
        </Link>
      </p>
    </AuthForm>
  )
}

// Why somebody who was signed in is here: the state is set by the apps when a call was answered 401.
const WhyHere = () => {
  const { state }: { state: unknown } = useLocation()
  // Whoever signed out in another tab does not go on where this one was.
  useEffect(() => {
    if (hasLeft()) forgetRedirect()
  }, [])
  const isPasswordNew = useSyncExternalStore(watchPasswordChanged, isPasswordChanged)
  if (isPasswordNew) return <p role="status">{t('Your password was changed. Sign in with the new one.')}</p>
  return typeof state === 'object' && state !== null && 'isSessionOver' in state ? (
    <p role="status">
      {hasLeft() ? t('You have signed out.') : t('Your sign-in has ended. Sign in again to go on where you were.')}
    </p>
  ) : null
}

/** Sign-in of one population: name and password, then the mailed code. */
export const SignInPage = ({ population }: { population: Population }) => {
  const [challenge, setChallenge] = useState(() => begunOf(population).challenge)
  usePreload(loadCodeDialog)
  const close = () => {
    keepBegun(population, { ...begunOf(population), challenge: null })
    setChallenge(null)
  }
  const text = words[population]
  return (
    <AuthPage population={population} title={t(text.title)}>
      {(config) => (
        <>
          <WhyHere />
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
            <Suspense>
              <CodeDialog
                population={population}
                challenge={challenge}
                onVerified={(me) => {
                  forgetBegun()
                  enter(me)
                }}
                onClose={close}
              />
            </Suspense>
          )}
        </>
      )}
    </AuthPage>
  )
}
