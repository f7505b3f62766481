import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { ChartPerson } from '../../domain/people/chart-person.ts'
import { t } from '../i18n.ts'
import { Avatar, LoadError, PleaseWait } from '../states.tsx'
import { askChart } from './chart-query.ts'

export type Shared = {
  people: readonly ChartPerson[]
  /** The one in the middle; null where all are shown from the top. */
  focus: number | null
  /** The day as of which they are shown; empty for now. */
  at?: string
  /** Where somebody's own lines are. */
  pathOf: (id: number) => string
}

const Person = ({ person, focus, pathOf }: Shared & { person: ChartPerson }) => {
  const place = [person.title?.name, person.division?.name, person.departement?.name].filter(Boolean).join(' · ')
  return (
    <Link
      className={person.isInactive ? 'org-person off' : 'org-person'}
      to={pathOf(person.id)}
      aria-current={person.id === focus ? 'true' : undefined}
    >
      <Avatar name={person.name} picture={person.thumbnail} />
      <span>
        <b dir="auto">{person.name}</b>
        {person.isInactive && <span className="status">{t('Inactive')}</span>}
        <span className="dim">{place}</span>
      </span>
    </Link>
  )
}

// Those that came with the chart, and the pages that were asked for: in their order, nobody twice.
const useBelow = (person: ChartPerson, drawn: readonly ChartPerson[], at: string) => {
  const [pages, setPages] = useState(0)
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['employee', 'chart', at, 'below', person.id, pages],
    queryFn: ({ signal }) =>
      Promise.all(
        Array.from({ length: pages }, (_, index) =>
          askChart({ above: String(person.id), page: index + 1, at }, signal),
        ),
      ),
    enabled: pages > 0,
    placeholderData: (before) => before,
  })
  const loaded = data?.flatMap(({ people }) => people) ?? []
  const known = new Set(loaded.map(({ id }) => id))
  return {
    below: [...loaded, ...drawn.filter(({ id }) => !known.has(id))],
    isAsking: isFetching && (!data || isPlaceholderData),
    error,
    refetch,
    isAll: data?.at(-1)?.hasMore === false,
    ask: () => setPages(pages + 1),
  }
}

// Whoever asks for more goes on with the first that came.
const useFirstOfMore = (count: number) => {
  const list = useRef<HTMLUListElement>(null)
  const from = useRef<number | null>(null)
  useEffect(() => {
    if (from.current === null || count <= from.current) return
    list.current?.children[from.current]?.querySelector<HTMLElement>('a.org-person')?.focus()
    from.current = null
  }, [count])
  return {
    list,
    begin: () => {
      from.current = count
    },
  }
}

type BranchProps = Shared & { person: ChartPerson; path: readonly number[] }

/** Somebody, and those below: asked for when they are opened, unless they came with the chart. */
export const Branch = ({ person, path, ...shared }: BranchProps) => {
  const drawn = shared.people.filter(({ id, superiors }) => superiors.includes(person.id) && !path.includes(id))
  const [isOpen, setOpen] = useState(drawn.length > 0)
  const { below, isAsking, error, refetch, isAll, ask } = useBelow(person, drawn, shared.at ?? '')
  const { list, begin } = useFirstOfMore(below.length)
  const left = isAll ? 0 : person.reports - below.length
  const hasBelow = below.length > 0 || left > 0
  const toggle = () => {
    if (!isOpen && below.length === 0) ask()
    setOpen(!isOpen)
  }
  const more = () => {
    begin()
    ask()
  }
  return (
    <li>
      <div className="org-line">
        {hasBelow ? (
          <button
            type="button"
            className="org-toggle"
            aria-expanded={isOpen}
            aria-label={t('Below {name}', { name: person.name })}
            onClick={toggle}
          />
        ) : (
          <span className="org-toggle" />
        )}
        <Person {...shared} person={person} />
        {!isOpen && left > 0 && below.length === 0 && (
          <span className="org-more dim no-print">{t('{count} below', { count: left })}</span>
        )}
      </div>
      {hasBelow && (
        <ul ref={list} hidden={!isOpen}>
          {below.map((one) => (
            <Branch key={one.id} {...shared} person={one} path={[...path, one.id]} />
          ))}
          {isAsking && (
            <li>
              <PleaseWait />
            </li>
          )}
          {error && (
            <li>
              <LoadError message={error.message} onRetry={() => void refetch()} />
            </li>
          )}
          {!isAsking && !error && left > 0 && (
            <li className="no-print">
              <button type="button" className="link org-more" onClick={more}>
                {t('{count} more below', { count: left })}
              </button>
            </li>
          )}
        </ul>
      )}
    </li>
  )
}
