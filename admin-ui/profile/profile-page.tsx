import { PageHead } from '../shell/page-head.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { useMe } from '../../ui-shared/session.ts'
import { OwnEmail } from './own-email.tsx'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** One's own profile, e-mail, recovery codes and password (spec/1 §2 Profile, spec/decisions A3, A14). */
export const Component = () => {
  const me = useMe()
  return (
    <>
      <PageHead title={t('Profile')} facts={me?.email} />
      {me?.type === 'user' && (
        <div className="profile">
          <ProfileForm me={me} />
          <OwnEmail email={me.email} />
          <RecoveryCodes userName={me.userName} />
          <PasswordForm />
        </div>
      )}
    </>
  )
}
