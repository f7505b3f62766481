import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { appOf } from '../../ui-shared/session/apps.ts'
import { SafeHtml } from '../../ui-shared/article/safe-html.tsx'
import type { Article } from '../queries.ts'

const hasOtherMeaning = (event: MouseEvent): boolean =>
  event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey

// Addresses that the server answers itself, so the browser has to go there.
const isServed = (path: string): boolean => /^\/(files|api|assets)\//.test(path)

/** The path in the portal that a click leads to, or null when the browser should follow the link itself. */
const portalPathOf = (event: MouseEvent): string | null => {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target || link.hasAttribute('download') || hasOtherMeaning(event)) return null
  const url = new URL(link.href, window.location.href)
  if (url.origin !== window.location.origin || appOf(url.pathname) === 'admin' || isServed(url.pathname)) return null
  if (url.pathname === window.location.pathname && url.hash) return null
  return url.pathname + url.search + url.hash
}

/** An article with its own style, scoped by the server, in a box (see prose.css) so that neither reaches the page around it. */
export const ArticleBody = ({ article }: { article: Article }) => {
  const navigate = useNavigate()
  const follow = (event: MouseEvent) => {
    const path = portalPathOf(event)
    if (path === null) return
    event.preventDefault()
    void navigate(path)
  }
  return (
    <>
      {article.css && <link rel="stylesheet" href={`/api/post/${article.id}/style.css?v=${article.version}`} />}
      <div className="box">
        <SafeHtml
          className={`prose content-post-${article.id}`}
          html={article.content ?? ''}
          dir="auto"
          onClick={follow}
        />
      </div>
    </>
  )
}
