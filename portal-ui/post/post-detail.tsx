import { Link, useParams } from 'react-router-dom'
import { ArticleHead } from '../../ui-shared/article/article-head.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { Back, DetailPage, Neighbours } from '../detail-page.tsx'
import { type Post, postQuery } from '../queries.ts'
import { ArticleBody } from './article-body.tsx'

const categoryLink = (category: Post['category']) =>
  category && (
    <Link className="link" to={`/post?category=${category.id}`}>
      {category.name}
    </Link>
  )

/** A post as employees read it. */
export const Component = () => {
  const { slug = '' } = useParams()
  return (
    <DetailPage query={postQuery(slug)} title={t('News')} missing={t('No Post Found')}>
      {(post) => (
        <>
          <Back to="/post" />
          <ArticleHead
            id={post.id}
            name={post.name}
            at={post.created_at}
            category={categoryLink(post.category)}
            picture={post.thumbnail_url}
            focus={post.thumbnail_focus}
          />
          <ArticleBody key={post.id} article={post} />
          <Neighbours record={post} at="/post/" label={t('More posts')} />
        </>
      )}
    </DetailPage>
  )
}
