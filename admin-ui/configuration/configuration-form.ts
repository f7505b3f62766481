import type { NameIn } from '../../domain/fields/values.ts'
import type { configuration } from '../../domain/resources/configuration.ts'
import type { FormOverrides } from '../edit/form-overrides.ts'
import { MailPassword } from './mail-password.tsx'

/** Where the form of the site configuration differs: the mail settings can be tried (A3). */
export const configurationForm: FormOverrides<NameIn<typeof configuration.fields>> = {
  controls: { email_password: MailPassword },
}
