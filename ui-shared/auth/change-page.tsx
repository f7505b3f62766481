import { useEffect, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { statusOf } from '../api/error.ts'
import { signInOf } from '../session/apps.ts'
import { TextField } from '../fields/text-field.tsx'
import { t } from '../i18n.ts'
import { PleaseWait } from '../states.tsx'
import { AuthForm } from './auth-form.tsx'
import { AuthPage, Outcome } from './auth-page.tsx'
import { changePassword, findToken, type Population } from './calls.ts'
import { missing, useSubmit } from './use-submit.ts'

const forgotOf = (population: Population) =>
  population === 'employee' ? '/auth/forgot-password/employee' : '/auth/forgot-password'

type Found = { state: 'looking' } | { state: 'missing'; message: string } | { state: 'found'; id: string }

const useToken = (population: Population, token: string): Found => {
  const [found, setFound] = useState<Found>({ state: 'looking' })
  useEffect(() => {
    findToken(population, token).then(
      (id) => setFound({ state: 'found', id }),
      (error: unknown) => {
        const isRefused = statusOf(error) === 404
        const words = error instanceof Error && !isRefused ? error.message : t('This account does not exist.')
        setFound({ state: 'missing', message: words })
      },
    )
  }, [population, token])
  return found
}

const check = (fields: Record<string, string>): Record<string, string> => {
  const found = missing(fields, { password: t('Enter a password.') })
  if (!found.password && fields.password !== fields.confirm)
    return { confirm: t("Password and Confirm Password didn't match.") }
  return found
}

const NewPassword = ({ population, token, id }: { population: Population; token: string; id: string }) => {
  const [message, setMessage] = useState<string | null>(null)
  const submit = useSubmit({
    check,
    act: async ({ password = '' }) => setMessage(await changePassword(population, token, id, password)),
  })
  if (message !== null) {
    return (
      <>
        <Outcome isGood>{message}</Outcome>
        <Link className="btn go wide" to={signInOf(population)}>
          {t('Sign In')}
        </Link>
      </>
    )
  }
  const hint = t('Must be at least 8 characters, alphabetical and numerical accepted.')
  return (
    <AuthForm submit={submit} action={t('Submit')}>
      <TextField
        label={t('New password')}
        name="password"
        type="password"
        autoComplete="new-password"
        isRequired
        readOnly={submit.isBusy}
        autoFocus
        hint={hint}
        error={submit.errorOf('password')}
      />
      <TextField
        label={t('Confirm password')}
        name="confirm"
        type="password"
        autoComplete="new-password"
        isRequired
        readOnly={submit.isBusy}
        error={submit.errorOf('confirm')}
      />
    </AuthForm>
  )
}

/** Sets a new password by the token of a mailed link; without a living token it only says so. */
export const ChangePage = ({ population }: { population: Population }) => {
  const { token = '' } = useParams()
  const found = useToken(population, token)
  return (
    <AuthPage population={population} title={t('Change password')}>
      {found.state === 'looking' && <PleaseWait />}
      {found.state === 'missing' && <Outcome isGood={false}>{found.message}</Outcome>}
      {found.state === 'found' && <NewPassword population={population} token={token} id={found.id} />}
      {found.state === 'missing' && (
        <p className="dim">
          <Link className="link" to={forgotOf(population)}>
            {t('Forgot password?')}
          </Link>
          {' · '}
          <Link className="link" to={signInOf(population)}>
            {t('Back')}
          </Link>
        </p>
      )}
    </AuthPage>
  )
}
