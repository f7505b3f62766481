import { Link } from 'react-router-dom'
import { Icon } from '../ui-shared/drawings/icons.tsx'
import { t } from '../ui-shared/i18n.ts'

/** The page numbers to offer, with 'gap' where some are left out: the ends, the current page and its neighbours. */
export const pageWindow = (page: number, pages: number): (number | 'gap')[] => {
  if (pages <= 7) return Array.from({ length: pages }, (_, index) => index + 1)
  const first = Math.max(2, Math.min(page - 1, pages - 3))
  const last = Math.min(pages - 1, Math.max(page + 1, 4))
  const middle = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  return [
    1,
    ...(first > 2 ? (['gap'] as const) : []),
    ...middle,
    ...(last < pages - 1 ? (['gap'] as const) : []),
    pages,
  ]
}

const Arrow = ({
  name,
  label,
  search,
  isOff,
}: {
  name: 'left' | 'right'
  label: string
  search: string
  isOff: boolean
}) =>
  isOff ? (
    <span className="off" aria-hidden="true">
      <Icon name={name} />
    </span>
  ) : (
    <Link to={{ search }} aria-label={label} rel={name === 'left' ? 'prev' : 'next'}>
      <Icon name={name} />
    </Link>
  )

/** Numbered pages with previous and next; `searchOf` gives the query string of a page. Nothing when there is one page. */
export const PageLinks = ({
  page,
  pages,
  searchOf,
}: {
  page: number
  pages: number
  searchOf: (page: number) => string
}) => {
  if (pages <= 1) return null
  return (
    <nav className="pages" aria-label={t('Pages')}>
      <Arrow name="left" label={t('Previous page')} search={searchOf(page - 1)} isOff={page <= 1} />
      {pageWindow(page, pages).map((entry, index) =>
        entry === 'gap' ? (
          // The two gaps differ by their place only.
          <span key={`gap ${index < 3 ? 'left' : 'right'}`} className="off">
            …
          </span>
        ) : (
          <Link
            key={entry}
            to={{ search: searchOf(entry) }}
            aria-label={t('Page {page}', { page: entry })}
            aria-current={entry === page ? 'page' : undefined}
          >
            {entry}
          </Link>
        ),
      )}
      <Arrow name="right" label={t('Next page')} search={searchOf(page + 1)} isOff={page >= pages} />
    </nav>
  )
}
