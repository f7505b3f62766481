import { useLoaderData, useParams } from 'react-router-dom'
import type { Screens } from '../screens.ts'
import { NotHere } from '../shell/not-here.tsx'
import { EditPage } from './edit-page.tsx'

/** `/dashboard/{resource}/{slug or id}`. */
export const Component = () => {
  const { key = '' } = useParams()
  const screens = useLoaderData<Screens | null>()
  return screens && !screens.resource.isSingleton ? (
    <EditPage key={`${screens.resource.name}/${key}`} {...screens} recordKey={key} />
  ) : (
    <NotHere />
  )
}
