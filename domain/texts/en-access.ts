/** Users, roles and their ways in, in the back office. */
export const accessTexts: readonly string[] = [
  'ACCOUNT',
  'All {count}',
  'Create, Update and Delete tick Read as well. You can give what you hold yourself.',
  'End all sign-ins?',
  'End sign-ins',
  'Last sign-in',
  'May stay empty: somebody new sets their own by the link that is mailed to them, and who has one keeps it.',
  'Never',
  'Nobody',
  'Leave them without one, and delete',
  'Not set yet',
  'PERSON',
  'Select Role',
  'Send invitation',
  'Sign-in',
  'This is you. Your password and e-mail are changed on your profile; your role by somebody else.',
  'This is your own role. Somebody else has to change it.',
  'This role holds every permission, also those that are added later. It cannot be changed.',
  'Who has this role',
  'added a passkey',
  'changed the password',
  'removed a passkey',
  'sent an invitation',
]

/** The same of the server. */
export const accessServerTexts: readonly string[] = [
  'An account was made for you. You sign in with {name}. This link lets you set your own password; it works once and within a week:\n\n{link}\n\nLater, ask for a new link here:\n\n{again}',
  'An invitation is on its way.',
  'Change your own password on your profile',
  'Only somebody active can be invited.',
  'Sign-ins that were ended: {count}.',
  'The password is a text',
  'Your account is ready',
  '{name} is true or false.',
]
