import { useState } from 'react'
import { Icon } from '../../ui-shared/drawings/icons.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { AnyLink } from '../any-link.tsx'
import type { News } from '../portal-data.ts'
import { hasWords, lineOf } from './plain-html.tsx'

const kept = 'closed-news'
const keyOf = (news: readonly News[]) => news.map(({ id, version }) => `${id}.${version}`).join(' ')

// Without storage it comes back when the page is loaded anew, and that is all.
const closedNews = (): string | null => {
  try {
    return sessionStorage.getItem(kept)
  } catch {
    return null
  }
}

const keepClosed = (key: string) => {
  try {
    sessionStorage.setItem(kept, key)
  } catch {
    // As above.
  }
}

// A steady pace to read at, whatever the length.
const secondsFor = (news: readonly News[]) =>
  Math.max(20, news.reduce((sum, { name, news_text: text }) => sum + (text.length || name.length), 0) / 7)

const Line = ({ news, isCopy = false }: { news: readonly News[]; isCopy?: boolean }) => (
  <ul inert={isCopy} style={{ animationDuration: `${secondsFor(news)}s` }}>
    {news.map(({ id, name, link, news_text: text }) => (
      <li key={id}>
        {hasWords(text) ? lineOf(text) : name}
        <AnyLink to={link} className="link">
          {t('Read more')}
        </AnyLink>
      </li>
    ))}
  </ul>
)

/** News that run past, the newest first; they can be held, and closed for the visit (C8). Other news come again. */
export const Ticker = ({ news }: { news: readonly News[] }) => {
  const [closed, setClosed] = useState(closedNews)
  const [isHeld, setHeld] = useState(false)
  const key = keyOf(news)
  if (news.length === 0 || closed === key) return null
  return (
    <section className="ticker" aria-label={t('URGENT MESSAGE')}>
      <div className="wrap">
        <b>{t('URGENT MESSAGE')}</b>
        <div className="line" data-held={isHeld}>
          <Line news={news} />
          <Line news={news} isCopy />
        </div>
        <button
          type="button"
          className="btn bare small hold"
          aria-label={isHeld ? t('Play') : t('Pause')}
          onClick={() => setHeld(!isHeld)}
        >
          <Icon name={isHeld ? 'play' : 'pause'} />
        </button>
        <button
          type="button"
          className="btn bare small"
          onClick={() => {
            keepClosed(key)
            setClosed(key)
          }}
        >
          {t('Close')}
        </button>
      </div>
    </section>
  )
}
