import type { Recipient, SignInMail } from '../identity/sign-in/dependencies.ts'
import { notice } from '../identity/sign-in/mails.ts'

/** To every administrator, by the way that mail went before. `name` has approved the server. */
export const serverApprovedMail = (to: Recipient, { host, name }: { host: string; name: string }): SignInMail =>
  notice(
    to,
    'A mail server was approved for codes and links',
    '{name} approved the mail server {host} of the configuration. Codes to sign in, links that set a password and invitations now go by it.\n\nIf you do not know of this, please change the mail settings at once: that withdraws the approval.',
    { name, host },
  )

/** To every administrator, by the server that was approved until now. */
export const serverWithdrawnMail = (to: Recipient, { host }: { host: string }): SignInMail =>
  notice(
    to,
    'The mail settings were changed',
    'Somebody changed the mail settings of the configuration, so {host} is no longer approved. Codes to sign in and links that set a password go the way that whoever runs the server has set up, until another administrator approves the new settings.\n\nIf you do not know of this, please look at the configuration at once.',
    { host },
  )
