import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { SafeHtml } from '../../ui-shared/article/safe-html.tsx'
import type { Article } from '../article.ts'
import { portalPath } from '../places.ts'
import { shownMoment } from '../../ui-shared/moment.ts'
import { withMoment } from '../../ui-shared/moment-address.ts'

const hasOtherMeaning = (event: MouseEvent): boolean =>
  event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey

/** The path in the portal that a click leads to, or null when the browser should follow the link itself. */
const pathOf = (event: MouseEvent): string | null => {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target || link.hasAttribute('download') || hasOtherMeaning(event)) return null
  if (link.pathname === window.location.pathname && link.hash) return null
  return portalPath(link.href)
}

/** The text of a record with its own style, scoped by the server, in a box (see prose.css) so that neither reaches the page around it. */
export const ArticleBody = ({ article, of = 'post' }: { article: Article; of?: 'post' | 'page' }) => {
  const navigate = useNavigate()
  const follow = (event: MouseEvent) => {
    const path = pathOf(event)
    if (path === null) return
    event.preventDefault()
    void navigate(path)
  }
  return (
    <>
      {article.css && (
        <link
          rel="stylesheet"
          href={`/api/${of}/${article.id}/style.css${withMoment(`?v=${article.version}`, shownMoment())}`}
        />
      )}
      <div className="box">
        <SafeHtml
          className={`prose content-${of}-${article.id}`}
          html={article.content ?? ''}
          dir="auto"
          onClick={follow}
        />
      </div>
    </>
  )
}
