import { useId } from 'react'
import { Link } from 'react-router-dom'
import { t } from '../../ui-shared/i18n.ts'
import { dayWords, useToRead } from './asked.ts'

/** The posts that one is asked to read and has not yet, the most urgent above; nothing when there are none. */
export const ToRead = () => {
  const { data = [] } = useToRead()
  const id = useId()
  const open = data.filter(({ read_at: at }) => at === null)
  if (open.length === 0) return null
  return (
    <section className="to-read" aria-labelledby={id}>
      <h2 id={id} className="caps">
        {t('Please read')}
      </h2>
      <ul>
        {open.map((post) => (
          <li key={post.id}>
            <Link to={`/post/${encodeURIComponent(post.slug)}`}>
              <span dir="auto">{post.name}</span>
              {post.last_day && <small>{t('until {date}', { date: dayWords(post.last_day) })}</small>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
