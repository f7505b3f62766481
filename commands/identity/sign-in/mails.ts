import type { Language } from '../../../domain/texts/languages.ts'
import type { Message, Values } from '../../../domain/message.ts'
import type { Person, Recipient, SignInMail } from './dependencies.ts'

const said = (id: string, values: Values = {}): Message => ({ id, values })

/** A person as the receiver of a mail, in the language they keep or else in the one they `asked` in. */
export const mailTo = ({ type, id, email }: Pick<Person, 'type' | 'id' | 'email'>, asked?: Language): Recipient => ({
  to: email,
  person: { type, id },
  asked,
})

/** Tells somebody of something about the way in. */
export const notice = (to: Recipient, subject: string, text: string, values: Values = {}): SignInMail => ({
  kind: 'notice',
  ...to,
  subject: said(subject),
  text: said(text, values),
})

/** Seconds that a code holds. */
export const codeLife = 600

// A code mail holds exactly one number of six digits, so nothing else with digits is in it (docs/architecture.md#the-apps).
export const codeMail = (to: Recipient, code: string): SignInMail => ({
  kind: 'code',
  ...to,
  subject: said('Your sign-in code'),
  text: said(
    'Your sign-in code is {code}.\n\nIt holds for ten minutes and works once. If you did not just sign in, somebody knows your password: please change it.',
    { code },
  ),
  expiresInSeconds: codeLife,
})

/** The code that confirms a new address, sent to that address. */
export const newAddressMail = (to: Recipient, code: string): SignInMail => ({
  kind: 'code',
  ...to,
  subject: said('Confirm your new e-mail address'),
  text: said(
    'Your confirmation code is {code}.\n\nIt holds for ten minutes. If you did not ask to use this address, you need not do anything.',
    { code },
  ),
  expiresInSeconds: codeLife,
})

/** Tells the former address that it was replaced. */
export const addressChangedMail = (to: Recipient): SignInMail =>
  notice(
    to,
    'Your e-mail address was changed',
    'The e-mail address of your account was changed. Codes to sign in now go to the new address.\n\nIf this was not you, please tell an administrator at once.',
  )

/** The link that sets a new password. */
export const resetMail = (to: Recipient, link: string): SignInMail => ({
  ...notice(
    to,
    'Set a new password',
    'Somebody, most likely you, asked for a new password. This link lets you set one; it works once and within an hour:\n\n{link}\n\nIf it was not you, you need not do anything: your password stays as it is.',
    { link },
  ),
  expiresInSeconds: 3_600,
})

/** Hours that the link of an invitation holds. */
export const invitationHours = 168

/** To somebody for whom an account was made; `name` is what they sign in with. */
export const invitationMail = (to: Recipient, name: string, link: string, again: string): SignInMail => ({
  ...notice(
    to,
    'Your account is ready',
    'An account was made for you. You sign in with {name}. This link lets you set your own password; it works once and within a week:\n\n{link}\n\nLater, ask for a new link here:\n\n{again}',
    { name, link, again },
  ),
  expiresInSeconds: invitationHours * 3_600,
})

/** Tells that the password was changed. */
export const passwordChangedMail = (to: Recipient): SignInMail =>
  notice(
    to,
    'Your password was changed',
    'The password of your account was changed and every sign-in was ended.\n\nIf this was not you, please tell an administrator at once.',
  )

/** To the owner of an address that somebody tried to register again. */
export const alreadyRegisteredMail = (to: Recipient, link: string): SignInMail =>
  notice(
    to,
    'You have an account already',
    'Somebody, most likely you, tried to register with this e-mail address, which has an account already. If you forgot the password, set a new one here:\n\n{link}',
    { link },
  )

/** To the address of a registration whose user name is another's: the screen does not tell, it may be anybody's. */
export const userNameTakenMail = (to: Recipient, link: string): SignInMail =>
  notice(
    to,
    'Please choose another user name',
    'Somebody, most likely you, asked for an account with this e-mail address. The user name cannot be had, so no account was made. Please register again with another one:\n\n{link}\n\nIf it was not you, you need not do anything.',
    { link },
  )

/** Tells that a passkey was added. */
export const passkeyAddedMail = (to: Recipient): SignInMail =>
  notice(
    to,
    'A passkey was added',
    'A passkey was added to your account. With your password, it signs in instead of a mailed code.\n\nIf this was not you, somebody knows your password: please change it at once and remove the passkey on your profile.',
  )

/** Tells that a passkey was removed. */
export const passkeyRemovedMail = (to: Recipient): SignInMail =>
  notice(
    to,
    'A passkey was removed',
    'A passkey was removed from your account. It no longer signs in.\n\nIf this was not you, please change your password at once.',
  )

/** Tells that recovery codes were made. */
export const recoveryCodesMail = (to: Recipient): SignInMail =>
  notice(
    to,
    'New recovery codes were made',
    'New recovery codes were made for your account. The ones before no longer work.\n\nIf this was not you, somebody knows your password: please change it at once.',
  )

/** To the owner, when a recovery code stood in for a mailed one; `left` is how many there still are. */
export const recoveryUsedMail = (to: Recipient, left: number): SignInMail =>
  notice(
    to,
    'A recovery code was used to sign in',
    'Somebody, most likely you, signed in to your account with a recovery code. Codes that are left: {left}.\n\nIf this was not you, please change your password at once and make new recovery codes.',
    { left },
  )
