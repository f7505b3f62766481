import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { t } from '../../ui-shared/i18n.ts'
import { LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { usePortalTitle } from '../titles.ts'
import { type DirectoryAddress, directoryQuery, readDirectoryAddress, tabs } from './directory-queries.ts'
import { Card } from './person-card.tsx'
import '../styles/employee.css'

const searchOf = ({ by, keyword }: DirectoryAddress): string => {
  const query = new URLSearchParams({ ...(by === 'title' ? {} : { by }), ...(keyword ? { keyword } : {}) }).toString()
  return query && `?${query}`
}

const pause = 250

/** The field that is searched by while somebody types; the address follows after a short pause. */
const NameSearch = ({ address }: { address: DirectoryAddress }) => {
  const navigate = useNavigate()
  const [typed, setTyped] = useState(address.keyword)
  const { by, keyword } = address
  useEffect(() => {
    if (typed.trim() === keyword) return
    const timer = setTimeout(
      () => void navigate({ search: searchOf({ by, keyword: typed.trim() }) }, { replace: true }),
      pause,
    )
    return () => clearTimeout(timer)
  }, [typed, keyword, by, navigate])
  return (
    <input
      className="in"
      type="search"
      maxLength={200}
      value={typed}
      placeholder={t('search by name')}
      aria-label={t('search by name')}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}

const Groups = ({ address }: { address: DirectoryAddress }) => {
  // What was found stays while more is typed; another tab begins empty.
  const { data, error, refetch } = useQuery({
    ...directoryQuery(address),
    placeholderData: (before, query) => (query?.queryKey[2] === address.by ? before : undefined),
  })
  if (!data) return error ? <LoadError message={error.message} onRetry={() => void refetch()} /> : <PleaseWait />
  if (data.length === 0) return <p className="blank">{t('No employee found')}</p>
  return data.map((group) => (
    <section key={group.id} className="people-group" aria-label={group.name}>
      <h2 dir="auto">{group.name}</h2>
      <ul className="people">
        {group.employee.map((person) => (
          <li key={person.id}>
            <Card person={person} />
          </li>
        ))}
      </ul>
    </section>
  ))
}

/** Everybody who works here: the executives by title, and all by division and by department. */
export const Component = () => {
  const [query] = useSearchParams()
  const address = readDirectoryAddress(query)
  usePortalTitle(t('People'))
  const names = { title: t('BOARD OF EXECUTIVES'), division: t('DIVISION'), department: t('DEPARTMENT') }
  return (
    <div className="stories directory">
      <header className="first">
        <h1>{t('People')}</h1>
        <NameSearch address={address} />
      </header>
      <nav className="tabs" aria-label={t('People')}>
        {tabs.map((by) => (
          <Link
            key={by}
            to={{ search: searchOf({ ...address, by }) }}
            aria-current={by === address.by ? 'page' : undefined}
          >
            {names[by]}
          </Link>
        ))}
      </nav>
      <Groups address={address} />
    </div>
  )
}
