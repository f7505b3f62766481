import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import type { DirectoryGroup } from '../../domain/people/colleague.ts'
import { t } from '../../ui-shared/i18n.ts'
import { LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { useLastGood } from '../use-last-good.ts'
import { usePortalTitle } from '../titles.ts'
import {
  type Directory,
  type DirectoryAddress,
  directoryQuery,
  readDirectoryAddress,
  tabs,
} from './directory-queries.ts'
import { Absent } from './absent.tsx'
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

type Paged = { address: DirectoryAddress; page: number }

/** What leads on, as the last of a list: whoever asked goes on with the first that came. */
const More = ({ onAsk }: { onAsk: () => void }) => (
  <button type="button" className="link" onClick={onAsk}>
    {t('Show more')}
  </button>
)

const useFocusOnFirst = (isThere: boolean) => {
  const first = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isThere) first.current?.querySelector('a')?.focus()
  }, [isThere])
  return first
}

/** The people of a group that were not among the first `known`, page by page. */
const Others = ({ address, group, known, page }: Paged & { group: number; known: number }) => {
  const [isAsked, setAsked] = useState(false)
  const { data, error, refetch } = useQuery(directoryQuery({ ...address, group, page }))
  const first = useFocusOnFirst(data !== undefined)
  const [found] = data?.data ?? []
  if (!data)
    return <li>{error ? <LoadError message={error.message} onRetry={() => void refetch()} /> : <PleaseWait />}</li>
  return (
    <>
      {found?.employee.slice(page === 1 ? known : 0).map((person, index) => (
        <li key={person.id} ref={index === 0 ? first : undefined}>
          <Card person={person} />
          <Absent person={person} />
        </li>
      ))}
      {found?.has_more &&
        (isAsked ? (
          <Others {...{ address, group, known }} page={page + 1} />
        ) : (
          <li>
            <More onAsk={() => setAsked(true)} />
          </li>
        ))}
    </>
  )
}

const Group = ({
  address,
  group: { id, name, employee, has_more },
}: {
  address: DirectoryAddress
  group: DirectoryGroup
}) => {
  const [isAsked, setAsked] = useState(false)
  // Who is in no group is found by name all the same.
  const title = id === 0 ? t('Others') : name
  return (
    <section className="people-group" aria-label={title}>
      <h2 dir="auto">{title}</h2>
      <ul className="people">
        {employee.map((person) => (
          <li key={person.id}>
            <Card person={person} />
            <Absent person={person} />
          </li>
        ))}
        {has_more &&
          (isAsked ? (
            <Others address={address} group={id} known={employee.length} page={1} />
          ) : (
            <li>
              <More onAsk={() => setAsked(true)} />
            </li>
          ))}
      </ul>
    </section>
  )
}

const Shown = ({ address, page, data: { data: groups, meta } }: Paged & { data: Directory }) => {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      {groups.map((group) => (
        <Group key={group.id} address={address} group={group} />
      ))}
      {meta.has_more && address.keyword && (
        <p className="blank">{t('Only the first are shown. Type more of the name to find others.')}</p>
      )}
      {meta.has_more &&
        !address.keyword &&
        (isAsked ? <MoreGroups address={address} page={page + 1} /> : <More onAsk={() => setAsked(true)} />)}
    </>
  )
}

const MoreGroups = ({ address, page }: Paged) => {
  const { data, error, refetch } = useQuery(directoryQuery({ ...address, page }))
  if (data) return <Shown {...{ address, page, data }} />
  return error ? <LoadError message={error.message} onRetry={() => void refetch()} /> : <PleaseWait />
}

const Groups = ({ address }: { address: DirectoryAddress }) => {
  // What was found stays while more is typed; another tab begins empty.
  const { data, error, refetch } = useQuery({
    ...directoryQuery(address),
    placeholderData: (before, query) => (query?.queryKey[2] === address.by ? before : undefined),
  })
  const kept = useLastGood(data, address.by)
  const shown = data ?? kept
  const failed = error && <LoadError message={error.message} onRetry={() => void refetch()} />
  if (!shown) return failed || <PleaseWait />
  return (
    <>
      {failed}
      {shown.data.length === 0 ? (
        <p className="blank">{t('No employee found')}</p>
      ) : (
        <Shown key={address.by} address={address} page={1} data={shown} />
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
