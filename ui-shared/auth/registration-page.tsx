import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Checkbox } from '../fields/switch.tsx'
import { TextField } from '../fields/text-field.tsx'
import { t } from '../i18n.ts'
import { AuthForm } from './auth-form.tsx'
import { AuthPage, Outcome } from './auth-page.tsx'
import { register } from './calls.ts'
import { missing, useSubmit } from './use-submit.ts'

const required = (name: string) => t('{name} is required', { name })

const check = (fields: Record<string, string>): Record<string, string> => {
  const found = missing(fields, {
    fullname: required(t('Full name')),
    email: required(t('Email')),
    username: required(t('Username')),
    password: required(t('Password')),
    confirmPassword: required(t('Confirm password')),
  })
  const isMail = /^\S+@\S+\.\S+$/.test(fields.email ?? '')
  const isSame = fields.password === fields.confirmPassword
  return {
    ...(isMail ? {} : { email: t('{name} is not valid', { name: t('Email') }) }),
    ...(isSame ? {} : { confirmPassword: t("Password and Confirm Password didn't match.") }),
    ...found,
  }
}

const fields = [
  { name: 'fullname', label: 'Full name', type: 'text', autoComplete: 'name' },
  { name: 'email', label: 'Email', type: 'email', autoComplete: 'email' },
  { name: 'username', label: 'Username', type: 'text', autoComplete: 'username' },
  { name: 'password', label: 'Password', type: 'password', autoComplete: 'new-password' },
  { name: 'confirmPassword', label: 'Confirm password', type: 'password', autoComplete: 'new-password' },
] as const

const Terms = ({ isAccepted, onChange }: { isAccepted: boolean; onChange: (isAccepted: boolean) => void }) => (
  <div className="f">
    <Checkbox name="acceptTerms" checked={isAccepted} onChange={(event) => onChange(event.target.checked)}>
      {t('I accept the terms and conditions')}
    </Checkbox>
    {!isAccepted && (
      <p className="wrong" role="alert">
        {t('Accept Terms')}
      </p>
    )}
  </div>
)

const Form = ({ onDone }: { onDone: (message: string) => void }) => {
  const [isAccepted, setAccepted] = useState(true)
  const submit = useSubmit({
    check,
    act: async ({ email = '', fullname = '', username = '', password = '' }) =>
      onDone(await register({ email: email.trim(), fullname: fullname.trim(), username: username.trim(), password })),
  })
  const hint = t('Must be at least 8 characters, alphabetical and numerical accepted.')
  return (
    <AuthForm submit={submit} action={t('Submit')} isOff={!isAccepted}>
      {fields.map(({ name, label, type, autoComplete }) => (
        <TextField
          key={name}
          {...{ name, type, autoComplete }}
          {...(name === 'password' ? { hint } : {})}
          label={t(label)}
          isRequired
          readOnly={submit.isBusy}
          autoFocus={name === 'fullname'}
          error={submit.errorOf(name)}
        />
      ))}
      <Terms isAccepted={isAccepted} onChange={setAccepted} />
    </AuthForm>
  )
}

/** Asks for an account of the back office; an administrator lets people in (A4). */
export const RegistrationPage = () => {
  const [message, setMessage] = useState<string | null>(null)
  return (
    <AuthPage population="user" title={t('Sign up')}>
      {message === null ? <Form onDone={setMessage} /> : <Outcome isGood>{message}</Outcome>}
      <p className="dim">
        <Link className="link" to="/auth/login">
          {t('Back')}
        </Link>
      </p>
    </AuthPage>
  )
}
