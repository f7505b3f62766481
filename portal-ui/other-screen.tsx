import { lazy, Suspense } from 'react'
import { useParams } from 'react-router-dom'
import { PleaseWait } from '../ui-shared/states.tsx'
import { isCollection } from './collection/collections.ts'
import { PageScreen } from './page/page-screen.tsx'

const Collection = lazy(async () => ({ default: (await import('./collection/collection.tsx')).Collection }))

/**
 * What has no address of its own among the screens: a collection at `/<name>`, one of its records at `/<name>/<slug or id>`, else a page.
 * Which collections there are is known here, so that the landing does not grow with them.
 */
export const Component = () => {
  const { slug = '', key } = useParams()
  if (!isCollection(slug)) return key === undefined ? <PageScreen slug={slug} /> : null
  return (
    <Suspense fallback={<PleaseWait />}>
      <Collection key={slug} name={slug} at={key} />
    </Suspense>
  )
}
