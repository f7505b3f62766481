import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import '../styles/org-chart.css'
import { Branch, type Shared } from './branch.tsx'

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
