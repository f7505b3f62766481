import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import type { DirectoryGroup } from '../../domain/people/colleague.ts'
import { t } from '../../ui-shared/i18n.ts'
import { LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { useLastGood } from '../use-last-good.ts'
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

const Group = ({ group: { id, name, employee } }: { group: DirectoryGroup }) => {
  // Who is in no group is found by name all the same.
  const title = id === 0 ? t('Others') : name
  return (
    <section className="people-group" aria-label={title}>
      <h2 dir="auto">{title}</h2>
      <ul className="people">
        {employee.map((person) => (
          <li key={person.id}>
            <Card person={person} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const Groups = ({ address }: { address: DirectoryAddress }) => {
  // What was found stays while more is typed; another tab begins empty.
  const { data, error, refetch } = useQuery({
    ...directoryQuery(address),
    placeholderData: (before, query) => (query?.queryKey[2] === address.by ? before : undefined),
  })
  const kept = useLastGood(data, address.by)
  const groups = data ?? kept
  const failed = error && <LoadError message={error.message} onRetry={() => void refetch()} />
  if (!groups) return failed || <PleaseWait />
  return (
    <>
      {failed}
      {groups.length === 0 ? (
        <p className="blank">{t('No employee found')}</p>
      ) : (
        groups.map((group) => <Group key={group.id} group={group} />)
      )}
    </>
  )
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
