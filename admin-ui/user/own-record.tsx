import { Link } from 'react-router-dom'
import { t } from '../../ui-shared/i18n.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import type { AboveProps } from '../edit/form-overrides.ts'

/** Tells people that a record is their own: some of it is changed elsewhere. */
export const OwnRecord = ({ row }: AboveProps) => {
  const me = useMe()
  if (row === null || me?.type !== 'user' || row.id !== me.id) return null
  return (
    <p className="notice">
      <span>
        {t('This is you. Your password and e-mail are changed on your profile; your role by somebody else.')}{' '}
        <Link className="link" to="/dashboard/profile">
          {t('Profile')}
        </Link>
      </span>
    </p>
  )
}
