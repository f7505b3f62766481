import '../styles/collection.css'
import { useQuery } from '@tanstack/react-query'
import { PleaseWait } from '../../ui-shared/states.tsx'
import { CollectionList } from './collection-list.tsx'
import { declarationQuery } from './collection-queries.ts'
import { CollectionPage } from './collection-page.tsx'

/** `/<name>`, or `/<name>/<at>`, of a resource whose declaration has a title for them. @param at slug or id of a record */
export const Collection = ({ name, at }: { name: string; at: string | undefined }) => {
  const { data: resource } = useQuery(declarationQuery(name))
  if (!resource) return <PleaseWait />
  return at === undefined ? <CollectionList resource={resource} /> : <CollectionPage resource={resource} at={at} />
}
