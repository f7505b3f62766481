import '../styles/collection.css'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useParams } from 'react-router-dom'
import { PleaseWait } from '../../ui-shared/states.tsx'
import { CollectionList } from './collection-list.tsx'
import { declarationQuery } from './collection-queries.ts'
import { CollectionPage } from './collection-page.tsx'

/** `/<name>` and `/<name>/<slug or id>` of a resource whose declaration has a title for them. */
export const Component = () => {
  const { slug } = useParams()
  const [, name = ''] = useLocation().pathname.split('/')
  const { data: resource } = useQuery(declarationQuery(name))
  if (!resource) return <PleaseWait />
  return slug === undefined ? <CollectionList resource={resource} /> : <CollectionPage resource={resource} at={slug} />
}
