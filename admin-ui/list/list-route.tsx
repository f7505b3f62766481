import { useParams } from 'react-router-dom'
import { overridesOf } from '../overrides.ts'
import { screenResource } from '../shell/menu-table.ts'
import { NotHere } from '../shell/not-here.tsx'
import { ListPage } from './list-page.tsx'

/** `/dashboard/{resource}`. */
export const Component = () => {
  const resource = screenResource(useParams().resource)
  return resource ? <ListPage key={resource.name} resource={resource} overrides={overridesOf(resource)} /> : <NotHere />
}
