import { useLoaderData, useLocation } from 'react-router-dom'
import { singletonId } from '../../domain/resource.ts'
import type { Screens } from '../screens.ts'
import { NotHere } from '../shell/not-here.tsx'
import { RecordPage } from './record-page.tsx'

/** `/dashboard/{resource}`: the form of a resource that has one record. Saving leads here anew, to what was saved. */
export const Component = () => {
  const screens = useLoaderData<Screens | null>()
  const { key } = useLocation()
  return screens ? <RecordPage key={key} {...screens} recordKey={String(singletonId)} /> : <NotHere />
}
