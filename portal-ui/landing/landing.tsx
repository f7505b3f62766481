import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { t } from '../../ui-shared/i18n.ts'
import { LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { portalQuery } from '../portal-data.ts'
import { Story } from '../post/story.tsx'
import { postsQuery } from '../queries.ts'
import { usePortalTitle } from '../titles.ts'
import { Blocks } from './blocks.tsx'
import { Carousel } from './carousel.tsx'
import { Featured } from './featured.tsx'
import { Shortcuts } from './shortcuts.tsx'

const latest = 3

const LatestPosts = ({ without }: { without: number | undefined }) => {
  const { data, error, refetch } = useQuery(postsQuery({ page: 1, category: '' }))
  const posts = data?.data.filter(({ id }) => id !== without).slice(0, latest) ?? []
  if (data && posts.length === 0) return without === undefined && <p className="blank">{t('No Post Found')}</p>
  return (
    <section className="stories" aria-labelledby="latest">
      <header>
        <h2 id="latest">{t('Latest posts')}</h2>
        <Link className="link" to="/post">
          {t('All posts')}
        </Link>
      </header>
      {error && <LoadError message={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <PleaseWait />}
      {posts.map((post) => (
        <Story key={post.id} post={post} heading="h3" listSearch="" />
      ))}
    </section>
  )
}

/** The first page of the portal. */
export const Component = () => {
  const { data, error, refetch } = useQuery(portalQuery)
  const featured = data?.featured
  // On a telephone what people come for stands above what is told to them, in reading order as well; turning it moves nothing.
  const isNarrow = innerWidth <= 760
  const blocks = data && <Blocks blocks={data.config.blocks} />
  usePortalTitle('')
  return (
    <>
      {!featured && <h1 className="away">{t('Home')}</h1>}
      {error && <LoadError message={error.message} onRetry={() => void refetch()} />}
      {data && <Shortcuts />}
      {isNarrow && blocks}
      {data && data.banners.length > 0 && <Carousel banners={data.banners} />}
      {featured && <Featured article={featured} />}
      {!isNarrow && blocks}
      <LatestPosts without={featured?.id} />
    </>
  )
}
