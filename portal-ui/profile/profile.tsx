import { lazy, type ReactNode, Suspense } from 'react'
import { t } from '../../ui-shared/i18n.ts'
import type { EmployeeMe } from '../../ui-shared/session/me.ts'
import { EmailChange } from '../../ui-shared/profile/email-change.tsx'
import { useMe } from '../../ui-shared/session/session.ts'
import { usePortalTitle } from '../titles.ts'
import { Points } from './points.tsx'

const Passkeys = lazy(async () => ({ default: (await import('../../ui-shared/passkeys/passkeys.tsx')).Passkeys }))

type Fact = { label: string; value: string | number | null | undefined; change?: ReactNode }

const factsOf = (me: EmployeeMe): Fact[] => [
  { label: t('Display name'), value: me.display_name },
  { label: t('Employee number'), value: me.employee_number },
  { label: t('Email'), value: me.email, change: <EmailChange email={me.email} /> },
  { label: t('Phone number'), value: me.phone_number },
  { label: t('Title'), value: me.title?.title_name ?? me.title?.name },
  { label: t('Division'), value: me.division?.name },
  { label: t('Department'), value: me.departement?.name },
  { label: t('Points'), value: me.point, change: <Points /> },
]

/** What the house knows about the employee who is signed in; blank facts are left out. */
export const Profile = () => {
  const me = useMe()
  usePortalTitle(t('Profile'))
  if (me?.type !== 'employee') return null
  const facts = factsOf(me).filter(({ value }) => value !== null && value !== undefined && value !== '')
  return (
    <div className="article">
      <h1>{me.fullname}</h1>
      <dl className="facts">
        {facts.map(({ label, value, change }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {value}
              {change}
            </dd>
          </div>
        ))}
      </dl>
      <Suspense>
        <Passkeys />
      </Suspense>
    </div>
  )
}
