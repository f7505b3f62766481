import { useParams } from 'react-router-dom'
import { overridesOf } from '../overrides.ts'
import { screenResource } from '../shell/menu-table.ts'
import { NotHere } from '../shell/not-here.tsx'
import { CreatePage } from './create-page.tsx'

/** `/dashboard/{resource}/create`. */
export const Component = () => {
  const resource = screenResource(useParams().resource)
  return resource && !resource.isSingleton ? (
    <CreatePage key={resource.name} resource={resource} overrides={overridesOf(resource)} />
  ) : (
    <NotHere />
  )
}
