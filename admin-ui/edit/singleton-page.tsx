import { useLocation } from 'react-router-dom'
import { type Resource, singletonId } from '../../domain/resource.ts'
import { overridesOf } from '../overrides.ts'
import { EditPage } from './edit-page.tsx'

/** The form of a resource that has one record, without a list before it. Saving leads here anew, to what was saved. */
export const SingletonPage = ({ resource }: { resource: Resource }) => {
  const { key } = useLocation()
  return <EditPage key={key} resource={resource} overrides={overridesOf(resource)} recordKey={String(singletonId)} />
}
