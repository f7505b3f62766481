import { useNavigate } from 'react-router-dom'
import { formatDate } from '../../ui-shared/date.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { type Hit, useHits } from '../../ui-shared/search/hits.ts'
import type { SearchProps } from '../../ui-shared/search/search-button.tsx'
import { SearchDialog, type SearchGroup } from '../../ui-shared/search/search-dialog.tsx'
import { hasWords, wordsOf } from '../../ui-shared/search/words.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { portalPath } from '../places.ts'
import { type MenuEntry, usePortal } from '../portal-data.ts'

// What is found, in the words of the portal, and where it is read.
const kinds: Readonly<Record<string, { title: string; isDated?: boolean; pathOf: (hit: Hit) => string }>> = {
  post: { title: 'News', isDated: true, pathOf: ({ key }) => `/post/${encodeURIComponent(key)}` },
  page: { title: 'Pages', pathOf: ({ key }) => `/${encodeURIComponent(key)}` },
  employee: { title: 'People', pathOf: ({ key }) => `/employee/${key}` },
  file: { title: 'Documents', pathOf: ({ label }) => `/document?keyword=${encodeURIComponent(label)}` },
}

const screens: readonly { name: string; url: string; isForEmployees?: boolean }[] = [
  { name: 'Home', url: '/' },
  { name: 'News', url: '/post' },
  { name: 'Documents', url: '/document' },
  { name: 'Profile', url: '/profile', isForEmployees: true },
  { name: 'My requests', url: '/profile/requests', isForEmployees: true },
]

const allOf = (entries: readonly MenuEntry[]): MenuEntry[] =>
  entries.flatMap((entry) => [entry, ...allOf(entry.children)])

/** The search of the portal: what there is to read, people, documents, and screens. */
export const Search = ({ text, onText, onClose }: SearchProps) => {
  const me = useMe()
  const navigate = useNavigate()
  const portal = usePortal()
  const { hits, error, isSettled } = useHits(text, 'portal')
  const words = wordsOf(text)
  const goTo = (url: string) => () => {
    onClose()
    const path = portalPath(url)
    if (path === null) window.location.assign(url)
    else void navigate(path)
  }
  const own = screens
    .filter(({ isForEmployees }) => !isForEmployees || me?.type === 'employee')
    .map(({ name, url }) => ({ name: t(name), url }))
  const menu = allOf(portal?.menu ?? []).filter(({ url }) => url !== '')
  const places = [...new Map([...own, ...menu].map((place) => [place.url, place])).values()]
  const records: SearchGroup[] = [...new Set(hits.map(({ resource }) => resource))].flatMap((name) => {
    const kind = kinds[name]
    if (!kind) return []
    const items = hits
      .filter(({ resource }) => resource === name)
      .map((hit) => ({
        key: `${name}-${hit.id}`,
        label: hit.label,
        ...(kind.isDated ? { note: formatDate(hit.at) } : {}),
        ...(hit.passage ? { passage: hit.passage } : {}),
        onChoose: goTo(kind.pathOf(hit)),
      }))
    return [{ title: t(kind.title), items }]
  })
  const found = {
    title: t('Screens'),
    items: places
      .filter(({ name }) => hasWords(name, words))
      .slice(0, 8)
      .map(({ name, url }, index) => ({ key: `screen-${index}`, label: name, onChoose: goTo(url) })),
  }
  return (
    <SearchDialog
      {...{ text, onText, isSettled, onClose }}
      groups={[...records, found]}
      error={error?.message ?? null}
    />
  )
}
