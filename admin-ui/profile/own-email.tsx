import { t } from '../../ui-shared/i18n.ts'
import { EmailChange } from '../../ui-shared/profile/email-change.tsx'

/** The e-mail address in force and changing it, beside the profile form and not in it: it has a form of its own. */
export const OwnEmail = ({ email }: { email: string }) => (
  <section className="fields" aria-labelledby="own-email">
    <h2 className="caps legend" id="own-email">
      {t('E-mail')}
    </h2>
    <div className="own-email">
      <div>
        <p>{email}</p>
        <p className="hint">{t('Codes to sign in go to this address.')}</p>
      </div>
      <EmailChange email={email} />
    </div>
  </section>
)
