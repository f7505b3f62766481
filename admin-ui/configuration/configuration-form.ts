import { lazy } from 'react'
import type { FormOverrides } from '../edit/form-overrides.ts'

const MailPassword = lazy(async () => ({ default: (await import('./mail-password.tsx')).MailPassword }))

/** Where the form of the site configuration differs: the mail settings can be tried (spec/decisions A3). */
export const configurationForm: FormOverrides = { controls: { email_password: MailPassword } }
