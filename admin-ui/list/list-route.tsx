import { useLoaderData } from 'react-router-dom'
import type { Screens } from '../screens.ts'
import { NotHere } from '../shell/not-here.tsx'
import { ListPage } from './list-page.tsx'

/** `/dashboard/{resource}`: its list. */
export const Component = () => {
  const screens = useLoaderData<Screens | null>()
  return screens ? <ListPage key={screens.resource.name} {...screens} /> : <NotHere />
}
