import type { NameIn } from '../fields/values.ts'
import { choice, flag, integer, text } from '../fields/field.ts'
import { currency } from '../fields/currency.ts'
import { secret } from '../fields/secret.ts'
import { email, emails, link } from '../fields/address.ts'
import { attachment, picture } from '../fields/reference.ts'
import { defineResource } from '../resource.ts'

export const configurationId = 1

// A site begins without them; whoever saves the form says them (C2).
const asked = { isRequired: true }
const port = { min: 1, max: 65_535, ...asked }
const receivers = 'One or more addresses, separated by commas.'

export const configuration = defineResource({
  name: 'configuration',
  label: 'Configuration',
  plural: 'configurations',
  area: 'configuration',
  menu: 'Portal front',
  recordLabel: ['siteTitle'],
  isSingleton: true,
  fields: {
    siteTitle: text({ label: 'Site title', max: 120 }),
    footer: text({ label: 'Footer title' }),
    timeZone: text({ label: 'Time zone', max: 64, isRequired: false }),
    currency: currency({ label: 'Currency', hint: 'Three letters, such as EUR.' }),
    favicon: picture({ label: 'Favicon', ...asked }),
    logo: picture({ label: 'Logo', ...asked }),
    popup_timer: integer({
      label: 'Popup timer in seconds',
      hint: '0: it stays until it is closed.',
      max: 3_600,
      ...asked,
    }),
    email_job: emails({ label: 'Receivers of job applications', hint: receivers, ...asked }),
    email_stationary: emails({ label: 'Receivers of stationery requests', hint: receivers, ...asked }),
    email_iso: emails({ label: 'Receivers of the ISO Center', hint: receivers, ...asked }),
    email_name: email({ label: 'Sender address', ...asked }),
    email_password: secret({ label: 'Password of the sender', ...asked }),
    email_host: text({ label: 'Mail host', ...asked }),
    email_port_smtp: integer({ label: 'SMTP port', ...port }),
    email_port_pop: integer({ label: 'POP port', hint: 'It is kept and not used: sending needs no POP.', ...port }),
    policy1: attachment({ label: 'First policy document' }),
    policy2: attachment({ label: 'Second policy document' }),
    facebook: link({ label: 'Facebook', isRequired: false }),
    instagram: link({ label: 'Instagram', isRequired: false }),
    linkedln: link({ label: 'LinkedIn', isRequired: false }),
    executives_after: integer({ label: 'Executives: title order above' }),
    executives_before: integer({ label: 'Executives: title order below' }),
    notices: choice({
      label: 'Popup and ticker appear',
      options: ['everywhere', 'landing'],
      labels: { everywhere: 'On every page', landing: 'On the landing page' },
    }),
    must_read: flag({
      label: 'Posts that must be read',
      hint: 'Employees confirm that they have read them, and staff see who has. Ask your works council first, where there is one.',
    }),
    reactions: flag({
      label: 'Likes',
      hint: 'Employees say with one press that they like a post. Others see how many do, and not who.',
    }),
    comments: flag({
      label: 'Comments',
      hint: 'Employees comment on posts under their names, and staff can hide what should not stand there. Ask your works council first, where there is one.',
    }),
    second_eyes: flag({
      label: 'A second pair of eyes',
      hint: 'Who does not hold the permission Publish asks for a review. Give it to roles first.',
    }),
    read_statistics: flag({
      label: 'Read statistics',
      hint: 'Those who write see how often a post was opened on a day. Who opened it is kept nowhere, and fewer than five are not told.',
    }),
    digests: flag({
      label: 'New posts by mail',
      hint: 'Employees choose whether they are told of new posts once a day or once a week, and of which categories.',
    }),
  },
  broadcast: [
    'siteTitle',
    'footer',
    'favicon',
    'logo',
    'popup_timer',
    'policy1',
    'policy2',
    'facebook',
    'instagram',
    'linkedln',
    'executives_after',
    'executives_before',
    'notices',
    'must_read',
    'reactions',
    'comments',
    'read_statistics',
    'digests',
  ],
  list: { columns: ['id', 'siteTitle'], search: [], sort: '-id' },
  events: {
    create: 'ConfigurationCreated',
    edit: 'ConfigurationEdited',
    activate: 'ConfigurationActivated',
    deactivate: 'ConfigurationDeactivated',
    delete: 'ConfigurationDeleted',
    restore: 'ConfigurationRestored',
    revert: 'ConfigurationReverted',
  },
})

/** What something is set by. */
export type Setting = NameIn<typeof configuration.fields>
