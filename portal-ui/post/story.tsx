import { Link } from 'react-router-dom'
import { formatDate } from '../../ui-shared/date.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { Picture } from '../../ui-shared/drawings/picture.tsx'
import type { PostRow } from '../queries.ts'

/** A post among others. `listSearch` is the query string of the list it stands in, for the way back. */
export const Story = ({
  post,
  heading: Heading,
  listSearch,
  isFirst = false,
}: {
  post: PostRow
  heading: 'h2' | 'h3'
  listSearch: string
  isFirst?: boolean
}) => {
  const to = `/post/${encodeURIComponent(post.slug)}`
  const state = { listSearch }
  return (
    <article className="story">
      <Picture
        className="thumb"
        id={post.id}
        source={post.thumbnail_url}
        focus={post.thumbnail_focus}
        words={post.category?.name}
        isFirst={isFirst}
      />
      <div>
        <p className="caps">
          {post.category && `${post.category.name} · `}
          <time dateTime={post.created_at}>{formatDate(post.created_at)}</time>
        </p>
        <Heading dir="auto">
          <Link to={to} state={state}>
            {post.name}
          </Link>
        </Heading>
        {post.excerpt && <p dir="auto">{post.excerpt}</p>}
        <Link className="more" to={to} state={state} aria-label={`${t('READ FULL STORY')}: ${post.name}`}>
          {t('READ FULL STORY')}
        </Link>
      </div>
    </article>
  )
}
