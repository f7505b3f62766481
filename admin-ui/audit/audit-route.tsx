import { lazy, Suspense } from 'react'
import { useParams } from 'react-router-dom'
import { NotHere } from '../shell/not-here.tsx'
import { PermissionsPage } from './permissions-page.tsx'
import { RecordsPage } from './records-page.tsx'

// Rarely needed, so loaded when it is.
const KindHistory = lazy(async () => ({ default: (await import('./kind-history.tsx')).KindHistory }))

/** The screens of auditors beside the trail. */
export const Component = () => {
  const { screen, kind, key } = useParams()
  if (screen === 'history' && kind && key)
    return (
      <Suspense>
        <KindHistory kind={kind} id={key} />
      </Suspense>
    )
  if (kind) return <NotHere />
  if (screen === 'permissions') return <PermissionsPage />
  return screen === 'records' ? <RecordsPage /> : <NotHere />
}
