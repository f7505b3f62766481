import { useLoaderData } from 'react-router-dom'
import type { Screens } from '../screens.ts'
import { NotHere } from '../shell/not-here.tsx'
import { CreatePage } from './create-page.tsx'

/** `/dashboard/{resource}/create`. */
export const Component = () => {
  const screens = useLoaderData<Screens | null>()
  return screens && !screens.resource.isSingleton ? (
    <CreatePage key={screens.resource.name} {...screens} />
  ) : (
    <NotHere />
  )
}
