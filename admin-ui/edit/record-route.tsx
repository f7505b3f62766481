import { lazy, Suspense, useState } from 'react'
import { useLoaderData, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { keyOf, type Row } from '../list/row.ts'
import type { Screens } from '../screens.ts'
import { sameScreenAs } from '../shell/beside-list.ts'
import { NotHere } from '../shell/not-here.tsx'
import { newKey, RecordPage } from './record-page.tsx'

// Rarely needed, so loaded when it is.
const HistoryScreen = lazy(async () => ({ default: (await import('../history/history-screen.tsx')).HistoryScreen }))

// Counts screens: another place is another one, unless the screen itself moved there.
const useScreen = (place: string) => {
  const [at, setAt] = useState({ place, next: '', count: 0 })
  if (at.place !== place) setAt({ place, next: '', count: at.next === place ? at.count : at.count + 1 })
  return { screen: at.count, moveTo: (next: string) => setAt((now) => ({ ...now, next })) }
}

/** `/dashboard/{resource}/create`, also below a parent, and `/dashboard/{resource}/{slug or id}`, with `/history` below it. */
export const Component = () => {
  const { key = '', parent = '' } = useParams()
  const [parameters] = useSearchParams()
  const screens = useLoaderData<Screens | null>()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const name = screens?.resource.name ?? ''
  const placeOf = (one: string, more: string) => `${name}/${one}?${more}`
  const beginning = `${parent}&${parameters.get('like') ?? ''}&${parameters.get('parent') ?? ''}`
  const { screen, moveTo } = useScreen(placeOf(key, key === newKey ? beginning : ''))
  if (screens && parent === 'history' && key !== newKey)
    return (
      <Suspense>
        <HistoryScreen key={key} resource={screens.resource} recordKey={key} />
      </Suspense>
    )
  if (!screens || screens.resource.isSingleton || (parent !== '' && key !== newKey)) return <NotHere />
  const onMade = async (row: Row) => {
    moveTo(placeOf(keyOf(row), ''))
    await navigate(`/dashboard/${name}/${encodeURIComponent(keyOf(row))}`, {
      replace: true,
      state: sameScreenAs(pathname),
    })
  }
  return <RecordPage key={screen} {...screens} recordKey={key} parentKey={parent} onMade={onMade} />
}
