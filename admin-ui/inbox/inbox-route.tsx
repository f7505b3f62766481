import { useLoaderData } from 'react-router-dom'
import { ListPage } from '../list/list-page.tsx'
import type { Screens } from '../screens.ts'
import { NotHere } from '../shell/not-here.tsx'

/** `/dashboard/{list}` and `/dashboard/{list}/{id}`: what came in, and one of it opened beside the list. */
export const Component = () => {
  const screens = useLoaderData<Screens | null>()
  return screens ? <ListPage key={screens.title} {...screens} /> : <NotHere />
}
