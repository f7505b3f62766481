import { PageHead } from '../shell/page-head.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { useMe } from '../../ui-shared/session.ts'
import { PasswordForm } from './password-form.tsx'
import { ProfileForm } from './profile-form.tsx'

/** One's own profile and password (spec/1 §2 Profile). */
export const Component = () => {
  const me = useMe()
  return (
    <>
      <PageHead title={t('Profile')} facts={me?.email} />
      {me?.type === 'user' && (
        <div className="profile">
          <ProfileForm key={me.version} me={me} />
          <PasswordForm />
        </div>
      )}
    </>
  )
}
