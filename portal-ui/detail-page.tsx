import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { statusOf } from '../ui-shared/api/error.ts'
import { t } from '../ui-shared/i18n.ts'
import { LoadError, PleaseWait } from '../ui-shared/states.tsx'
import { usePortalTitle } from './titles.ts'

/** Which page of a list somebody came from, kept by the history entry. */
export const useListSearch = (): string => {
  const state: unknown = useLocation().state
  const search = typeof state === 'object' && state !== null && 'listSearch' in state ? state.listSearch : ''
  return typeof search === 'string' ? search : ''
}

type Neighbour = { slug: string; name: string } | null

/** The records before and after one, by age. `at` is what stands before their slugs. */
export const Neighbours = ({
  record: { previous_page: previous, next_page: next },
  at,
  label,
  words = [t('Previous'), t('Next')],
}: {
  record: { previous_page: Neighbour; next_page: Neighbour }
  at: string
  label: string
  words?: readonly [previous: string, next: string]
}) => {
  const listSearch = useListSearch()
  if (!previous && !next) return null
  const link = ({ slug, name }: NonNullable<Neighbour>, place: 'prev' | 'next', small: string) => (
    <Link
      rel={place}
      className={place === 'next' ? 'end' : undefined}
      to={at + encodeURIComponent(slug)}
      state={{ listSearch }}
    >
      <small>{small}</small>
      <span dir="auto">{name}</span>
    </Link>
  )
  return (
    <nav className="near" aria-label={label}>
      {previous && link(previous, 'prev', words[0])}
      {next && link(next, 'next', words[1])}
    </nav>
  )
}

/** The way back to the list that a record stands in. */
export const Back = ({ to }: { to: string }) => (
  <Link className="back" to={to + useListSearch()}>
    <span aria-hidden="true">← </span>
    {t('BACK')}
  </Link>
)

/** A record of the portal by its address: drawn by `children` once it is there, else `missing` or why not. */
export const DetailPage = <Record extends { name: string | null }>({
  query,
  title,
  missing,
  className = 'article',
  children,
}: {
  query: UseQueryOptions<Record, Error, Record, string[]>
  title: string
  missing: string
  className?: string
  children: (record: Record) => ReactNode
}) => {
  const { data, error, refetch } = useQuery(query)
  usePortalTitle(data?.name ?? title)
  if (data) return <article className={className}>{children(data)}</article>
  if (!error) return <PleaseWait />
  if (statusOf(error) !== 404) return <LoadError message={error.message} onRetry={() => void refetch()} />
  return (
    <div className="article">
      <h1>{missing}</h1>
      <Link className="link" to="/">
        {t('Home')}
      </Link>
    </div>
  )
}
