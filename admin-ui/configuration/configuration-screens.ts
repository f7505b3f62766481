import type { NameIn } from '../../domain/fields/values.ts'
import type { configuration } from '../../domain/resources/configuration.ts'
import type { ScreenOverrides } from '../list/screen.ts'

/** The form of the site configuration in parts; the mail that tries the sender's settings stands behind them. */
export const configurationScreens: ScreenOverrides<NameIn<typeof configuration.fields>> = {
  layout: [
    {
      title: 'Homepage Management',
      rows: [['siteTitle'], ['footer'], ['timeZone', 'currency'], ['favicon'], ['logo']],
    },
    { title: 'Popup and ticker', rows: [['popup_timer', 'notices']] },
    { title: 'Receivers', rows: [['email_job'], ['email_stationary'], ['email_iso']] },
    {
      title: 'Mail sender',
      rows: [['email_name'], ['email_host'], ['email_port_smtp', 'email_port_pop'], ['email_password']],
    },
    { title: 'Policy documents', rows: [['policy1'], ['policy2']] },
    { title: 'Social links', rows: [['facebook'], ['instagram'], ['linkedln']] },
    { title: 'Readers', rows: [['must_read'], ['reactions'], ['comments'], ['read_statistics'], ['digests']] },
    { title: 'Publishing', rows: [['second_eyes']] },
    { title: 'Executives', rows: [['executives_after', 'executives_before']] },
  ],
}
