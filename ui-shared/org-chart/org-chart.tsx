import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { ChartPerson } from '../../domain/people/chart-person.ts'
import '../styles/org-chart.css'
import { t } from '../i18n.ts'
import { Avatar } from '../states.tsx'

type Shared = {
  people: readonly ChartPerson[]
  /** The one in the middle; null where all are shown from the top. */
  focus: number | null
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

type BranchProps = Shared & { person: ChartPerson; path: readonly number[] }

const Branch = ({ person, path, ...shared }: BranchProps) => {
  const [isOpen, setOpen] = useState(true)
  const below = shared.people.filter(({ id, superiors }) => superiors.includes(person.id) && !path.includes(id))
  const hidden = person.reports - below.length
  return (
    <li>
      <div className="org-line">
        {below.length > 0 ? (
          <button
            type="button"
            className="org-toggle"
            aria-expanded={isOpen}
            aria-label={t('Below {name}', { name: person.name })}
            onClick={() => setOpen(!isOpen)}
          />
        ) : (
          <span className="org-toggle" />
        )}
        <Person {...shared} person={person} />
        {hidden > 0 && (
          <Link className="org-more no-print" to={shared.pathOf(person.id)}>
            {below.length > 0 ? t('{count} more below', { count: hidden }) : t('{count} below', { count: hidden })}
          </Link>
        )}
      </div>
      {below.length > 0 && (
        <ul hidden={!isOpen}>
          {below.map((one) => (
            <Branch key={one.id} {...shared} person={one} path={[...path, one.id]} />
          ))}
        </ul>
      )}
    </li>
  )
}

// Arrows move from person to person; left closes what is below or leads up, right opens it or leads down.
const onKey = (event: KeyboardEvent<HTMLUListElement>) => {
  const target = event.target instanceof HTMLElement ? event.target : null
  const item = target?.closest('li')
  if (!item) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a.org-person')].filter((one) => one.offsetParent)
  const linkOf = (li: Element | null | undefined) => li?.querySelector<HTMLElement>('a.org-person') ?? null
  const own = linkOf(item)
  const at = own ? links.indexOf(own) : -1
  const toggle = item.querySelector<HTMLButtonElement>(':scope > .org-line > button')
  const isOpen = toggle?.getAttribute('aria-expanded') === 'true'
  const steps: Record<string, () => HTMLElement | null | undefined> = {
    ArrowDown: () => links[at + 1],
    ArrowUp: () => links[at - 1],
    ArrowRight: () => {
      if (toggle && !isOpen) toggle.click()
      return toggle && isOpen ? linkOf(item.querySelector(':scope > ul > li')) : own
    },
    ArrowLeft: () => {
      if (toggle && isOpen) toggle.click()
      return toggle && isOpen ? own : linkOf(item.parentElement?.closest('li'))
    },
  }
  const step = steps[event.key]
  if (!step) return
  event.preventDefault()
  step()?.focus()
}

// Whoever is chosen may come to stand elsewhere in the chart; the focus goes along.
const useFollowed = (list: RefObject<HTMLUListElement | null>, people: Shared['people']) => {
  const isChosen = useRef(false)
  useEffect(() => {
    const isLost = isChosen.current && document.activeElement === document.body
    isChosen.current = false
    if (isLost) list.current?.querySelector<HTMLElement>('[aria-current]')?.focus()
  }, [list, people])
  return () => {
    isChosen.current = true
  }
}

/** Reporting lines as nested lists, from whom nobody among the shown leads. */
export const OrgChart = (shared: Shared) => {
  const list = useRef<HTMLUListElement>(null)
  const choose = useFollowed(list, shared.people)
  const known = new Set(shared.people.map(({ id }) => id))
  const tops = shared.people.filter(({ superiors }) => !superiors.some((id) => known.has(id)))
  return (
    <ul ref={list} className="org" onKeyDown={onKey} onClick={choose}>
      {tops.map((person) => (
        <Branch key={person.id} {...shared} person={person} path={[person.id]} />
      ))}
    </ul>
  )
}
