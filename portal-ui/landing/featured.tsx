import { lazy, Suspense, useId, useState } from 'react'
import { Icon } from '../../ui-shared/drawings/icons.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { PleaseWait } from '../../ui-shared/states.tsx'
import { Picture } from '../../ui-shared/drawings/picture.tsx'
import type { Article } from '../article.ts'

// What shows HTML is as large as the rest of this screen, so it comes when somebody reaches for it.
const loadBody = async () => ({ default: (await import('../post/article-body.tsx')).ArticleBody })
const ArticleBody = lazy(loadBody)
const begin = () => void loadBody()

/** The featured message: title, excerpt and picture, with the whole text behind 'Read Full Message'. */
export const Featured = ({ article }: { article: Article }) => {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <section className="feature" aria-labelledby={`${id}title`}>
      <div>
        <p className="caps">{t('Featured message')}</p>
        <h1 id={`${id}title`} dir="auto">
          {article.name}
        </h1>
        {article.excerpt && (
          <p className="lede" dir="auto">
            {article.excerpt}
          </p>
        )}
        {article.content && (
          <button
            type="button"
            className="more"
            aria-expanded={isOpen}
            aria-controls={`${id}text`}
            onPointerEnter={begin}
            onFocus={begin}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? t('Hide Message') : t('Read Full Message')}
            <Icon name="down" />
          </button>
        )}
      </div>
      <Picture
        className="art"
        id={article.id}
        source={article.thumbnail_url}
        focus={article.thumbnail_focus}
        depth={9}
        isFirst
      />
      <div id={`${id}text`} className="whole" hidden={!isOpen}>
        {isOpen && (
          <Suspense fallback={<PleaseWait />}>
            <ArticleBody article={article} />
          </Suspense>
        )}
      </div>
    </section>
  )
}
