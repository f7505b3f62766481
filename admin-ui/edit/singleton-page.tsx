import { useLocation } from 'react-router-dom'
import { singletonId } from '../../domain/resource.ts'
import type { Screens } from '../screens.ts'
import { RecordPage } from './record-page.tsx'

/** The form of a resource that has one record, without a list before it. Saving leads here anew, to what was saved. */
export const SingletonPage = (screens: Screens) => {
  const { key } = useLocation()
  return <RecordPage key={key} {...screens} recordKey={String(singletonId)} />
}
