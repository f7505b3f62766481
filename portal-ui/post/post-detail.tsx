import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useParams } from 'react-router-dom'
import { statusOf } from '../../ui-shared/api/error.ts'
import { ArticleHead } from '../../ui-shared/article/article-head.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { type Post, postQuery } from '../queries.ts'
import { usePortalTitle } from '../titles.ts'
import { ArticleBody } from './article-body.tsx'

// Which page of the list somebody came from, kept by the history entry.
const useListSearch = (): string => {
  const state: unknown = useLocation().state
  const search = typeof state === 'object' && state !== null && 'listSearch' in state ? state.listSearch : ''
  return typeof search === 'string' ? search : ''
}

const Neighbours = ({ post, listSearch }: { post: Post; listSearch: string }) => {
  const { previous_page: previous, next_page: next } = post
  if (!previous && !next) return null
  return (
    <nav className="near" aria-label={t('More posts')}>
      {previous && (
        <Link rel="prev" to={`/post/${encodeURIComponent(previous.slug)}`} state={{ listSearch }}>
          <small>{t('Previous')}</small>
          <span dir="auto">{previous.name}</span>
        </Link>
      )}
      {next && (
        <Link rel="next" className="end" to={`/post/${encodeURIComponent(next.slug)}`} state={{ listSearch }}>
          <small>{t('Next')}</small>
          <span dir="auto">{next.name}</span>
        </Link>
      )}
    </nav>
  )
}

const categoryLink = (category: Post['category']) =>
  category && (
    <Link className="link" to={`/post?category=${category.id}`}>
      {category.name}
    </Link>
  )

const Missing = ({ error, onRetry }: { error: Error | null; onRetry: () => void }) => {
  if (!error) return <PleaseWait />
  if (statusOf(error) === 404) return <h1>{t('No Post Found')}</h1>
  return <LoadError message={error.message} onRetry={onRetry} />
}

export const PostDetail = () => {
  const { slug = '' } = useParams()
  const { data: post, error, refetch } = useQuery(postQuery(slug))
  const listSearch = useListSearch()
  usePortalTitle(post?.name ?? t('News'))
  return (
    <article className="article">
      <Link className="back" to={`/post${listSearch}`}>
        <span aria-hidden="true">← </span>
        {t('BACK')}
      </Link>
      {post ? (
        <>
          <ArticleHead
            id={post.id}
            name={post.name}
            at={post.created_at}
            category={categoryLink(post.category)}
            picture={post.thumbnail_url}
            focus={post.thumbnail_focus}
          />
          <ArticleBody key={post.id} article={post} />
          <Neighbours post={post} listSearch={listSearch} />
        </>
      ) : (
        <Missing error={error} onRetry={() => void refetch()} />
      )}
    </article>
  )
}
