import '../styles/response.css'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router-dom'
import { useMe } from '../../ui-shared/session/session.ts'
import { usePortal } from '../portal-data.ts'
import { countOpen } from './count-open.ts'
import { postQuery } from '../queries.ts'

const Likes = lazy(async () => ({ default: (await import('./likes.tsx')).Likes }))
const Comments = lazy(async () => ({ default: (await import('./comments.tsx')).Comments }))

// Behind everything else that stands below a post.
const useAtEnd = (): HTMLElement => {
  const [host] = useState(() => document.createElement('div'))
  useEffect(() => {
    host.className = 'wrap'
    document.querySelector('.portal > footer')?.before(host)
    return () => host.remove()
  }, [host])
  return host
}

const Below = ({ slug }: { slug: string }) => {
  const { data: post } = useQuery(postQuery(slug))
  const config = usePortal()?.config
  const id = post?.id
  const isCounted = config?.read_statistics === true
  useEffect(() => {
    if (isCounted && id !== undefined) countOpen(id)
  }, [isCounted, id])
  if (!post || !(config?.reactions === true || config?.comments === true)) return null
  return (
    <div className="response">
      {config?.reactions === true && (
        <Suspense fallback={<div className="likes" />}>
          <Likes post={post.id} />
        </Suspense>
      )}
      {config?.comments === true && (
        <Suspense>
          <Comments post={post.id} />
        </Suspense>
      )}
    </div>
  )
}

/** What employees say to a post, below it (docs/decisions/content/0194). Staff who preview the portal say nothing. */
export const Response = () => {
  const [, section = '', slug] = useLocation().pathname.split('/')
  const me = useMe()
  const host = useAtEnd()
  if (section !== 'post' || !slug || me?.type !== 'employee') return null
  return createPortal(<Below key={slug} slug={decodeURIComponent(slug)} />, host)
}
