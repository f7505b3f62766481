import { useParams } from 'react-router-dom'
import { NotHere } from '../shell/not-here.tsx'
import { PermissionsPage } from './permissions-page.tsx'
import { RecordsPage } from './records-page.tsx'

/** The screens of auditors beside the trail. */
export const Component = () => {
  const { screen } = useParams()
  if (screen === 'permissions') return <PermissionsPage />
  return screen === 'records' ? <RecordsPage /> : <NotHere />
}
