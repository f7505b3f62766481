import { useParams } from 'react-router-dom'
import { overridesOf } from '../overrides.ts'
import { screenResource } from '../shell/menu-table.ts'
import { NotHere } from '../shell/not-here.tsx'
import { EditPage } from './edit-page.tsx'

/** `/dashboard/{resource}/{slug or id}`. */
export const Component = () => {
  const { resource: name, key = '' } = useParams()
  const resource = screenResource(name)
  return resource && !resource.isSingleton ? (
    <EditPage key={`${name}/${key}`} resource={resource} overrides={overridesOf(resource)} recordKey={key} />
  ) : (
    <NotHere />
  )
}
