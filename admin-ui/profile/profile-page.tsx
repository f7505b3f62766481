import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useConfig } from '../../ui-shared/config/use-config.ts'
import { t } from '../../ui-shared/i18n.ts'
import { Passkeys } from '../../ui-shared/passkeys/passkeys.tsx'
import { OwnSignIns } from '../../ui-shared/profile/own-sign-ins.tsx'
import { useMe } from '../../ui-shared/session/session.ts'
import { useLeaveGuard } from '../edit/save/leave-guard.ts'
import { maySee } from '../shell/may-see.ts'
import { PageHead } from '../shell/page-head.tsx'
import { CommentMail } from './comment-mail.tsx'
import { OwnEmail } from './own-email.tsx'
import { PasswordForm } from './password-form.tsx'
import { Photo } from './photo.tsx'
import { ProfileForm } from './profile-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/** One's own profile, photo, e-mail, recovery codes, password and sign-ins (docs/specification/screens.md#profile, A3, A14). */
export const Component = () => {
  const me = useMe()
  const config = useConfig()
  const [inProfile, setInProfile] = useState(0)
  const [inPassword, setInPassword] = useState(0)
  // One guard for both forms: the router takes one.
  useLeaveGuard(inProfile + inPassword, () => false, {
    keep: async () => inProfile > 0,
    isWhole: inPassword === 0,
    leave: async () => undefined,
  })
  return (
    <>
      <PageHead title={t('Profile')} facts={me?.email}>
        {me?.type === 'user' && maySee(me, 'user') && (
          <Link className="btn" to={`/dashboard/user/${me.id}/history`}>
            {t('History')}
          </Link>
        )}
      </PageHead>
      {me?.type === 'user' && (
        <div className="profile">
          <Photo me={me} />
          <ProfileForm me={me} onChanged={setInProfile} />
          <OwnEmail email={me.email} />
          <Passkeys />
          <RecoveryCodes userName={me.userName} />
          <PasswordForm onChanged={setInPassword} />
          {config.comments === true && <CommentMail />}
          <OwnSignIns />
        </div>
      )}
    </>
  )
}
