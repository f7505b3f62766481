import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useConfig } from '../../ui-shared/config/use-config.ts'
import { t } from '../../ui-shared/i18n.ts'
import { AlertHost } from '../../ui-shared/overlay/alert.tsx'
import { EmailChange } from '../../ui-shared/profile/email-change.tsx'
import type { EmployeeMe } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { usePortalTitle } from '../titles.ts'
import { Points } from './points.tsx'
import { OwnPhoto } from './own-photo.tsx'
import { TextSize } from './text-size.tsx'
import { ProfileForm } from './profile-form.tsx'
import '../styles/profile.css'

const OwnSignIns = lazy(async () => ({
  default: (await import('../../ui-shared/profile/own-sign-ins.tsx')).OwnSignIns,
}))
const OwnAbsences = lazy(async () => ({ default: (await import('./own-absences.tsx')).OwnAbsences }))
const OwnShortcuts = lazy(async () => ({ default: (await import('../shortcuts/own-shortcuts.tsx')).OwnShortcuts }))
const OwnDigest = lazy(async () => ({ default: (await import('../digest/own-digest.tsx')).OwnDigest }))
const Passkeys = lazy(async () => ({ default: (await import('../../ui-shared/passkeys/passkeys.tsx')).Passkeys }))

type Fact = { label: string; value: string | number | null | undefined; change?: ReactNode }

// What others keep for them (docs/specification/portal.md#forms).
const factsOf = (me: EmployeeMe): Fact[] => [
  { label: t('Employee number'), value: me.employee_number },
  { label: t('Email'), value: me.email, change: <EmailChange email={me.email} /> },
  { label: t('Title'), value: me.title?.title_name ?? me.title?.name },
  { label: t('Division'), value: me.division?.name },
  { label: t('Department'), value: me.departement?.name },
  { label: t('Points'), value: me.point, change: <Points /> },
]

/** What the house knows about the employee who is signed in, and what they change of it themselves. */
export const Component = () => {
  const me = useMe()
  const config = useConfig()
  const [photo, setPhoto] = useState<File | null>(null)
  usePortalTitle(t('Profile'))
  if (me?.type !== 'employee') return null
  const facts = factsOf(me).filter(({ value }) => value !== null && value !== undefined && value !== '')
  return (
    <div className="article profile">
      <h1>{t('EDIT PROFILE')}</h1>
      <OwnPhoto me={me} chosen={photo} onChoose={setPhoto} />
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
      <ProfileForm me={me} photo={photo} onSaved={() => setPhoto(null)} />
      <Suspense>
        <OwnAbsences me={me} />
      </Suspense>
      <Suspense>
        <OwnShortcuts me={me} />
      </Suspense>
      {config.digests === true && (
        <Suspense>
          <OwnDigest />
        </Suspense>
      )}
      <section className="own-device" aria-label={t('On this device')}>
        <h2 className="caps legend">{t('On this device')}</h2>
        <TextSize />
      </section>
      <Suspense>
        <Passkeys />
        <OwnSignIns />
      </Suspense>
      <AlertHost />
    </div>
  )
}
