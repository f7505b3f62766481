import { lazy, Suspense } from 'react'
import { useParams } from 'react-router-dom'
import { PleaseWait } from '../../ui-shared/states.tsx'
import { overridesOf } from '../overrides.ts'
import { screenResource } from '../shell/menu-table.ts'
import { NotHere } from '../shell/not-here.tsx'
import { ListPage } from './list-page.tsx'

// Lists are opened without what forms need.
const SingletonPage = lazy(async () => ({
  default: (await import('../edit/singleton-page.tsx')).SingletonPage,
}))

/** `/dashboard/{resource}`: its list, or the form of its one record. */
export const Component = () => {
  const resource = screenResource(useParams().resource)
  if (!resource) return <NotHere />
  if (!resource.isSingleton)
    return <ListPage key={resource.name} resource={resource} overrides={overridesOf(resource)} />
  return (
    <Suspense fallback={<PleaseWait />}>
      <SingletonPage resource={resource} />
    </Suspense>
  )
}
