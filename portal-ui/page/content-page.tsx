import { Link } from 'react-router-dom'
import { ArticleBody } from '../post/article-body.tsx'
import type { PageView } from './page-view.ts'

/** A page of text under its name, and under the page that it belongs to. */
export const ContentPage: PageView = ({ page }) => (
  <>
    {page.parent && (
      <Link className="back" to={`/${encodeURIComponent(page.parent.slug)}`}>
        <span aria-hidden="true">← </span>
        {page.parent.name}
      </Link>
    )}
    <h1 dir="auto">{page.name}</h1>
    <ArticleBody article={page} of="page" />
  </>
)
