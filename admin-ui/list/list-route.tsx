import { lazy, Suspense } from 'react'
import { useLoaderData } from 'react-router-dom'
import { PleaseWait } from '../../ui-shared/states.tsx'
import type { Screens } from '../screens.ts'
import { NotHere } from '../shell/not-here.tsx'
import { ListPage } from './list-page.tsx'

// Lists are opened without what forms need.
const SingletonPage = lazy(async () => ({
  default: (await import('../edit/singleton-page.tsx')).SingletonPage,
}))

/** `/dashboard/{resource}`: its list, or the form of its one record. */
export const Component = () => {
  const screens = useLoaderData<Screens | null>()
  if (!screens) return <NotHere />
  if (!screens.resource.isSingleton) return <ListPage key={screens.resource.name} {...screens} />
  return (
    <Suspense fallback={<PleaseWait />}>
      <SingletonPage {...screens} />
    </Suspense>
  )
}
