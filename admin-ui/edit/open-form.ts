import { QueryObserver } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router-dom'
import type { Field } from '../../domain/fields/field.ts'
import { fieldsWithin } from '../../domain/fields/walk.ts'
import { type Resource, singletonId } from '../../domain/resource.ts'
import { isEarly } from '../../ui-shared/api/early-answers.ts'
import { ownerOf } from '../../ui-shared/drafts.ts'
import { tabId } from '../../ui-shared/kept/tab.ts'
import type { Me } from '../../ui-shared/session/me.ts'
import { meQuery } from '../../ui-shared/session/session.ts'
import { formOf, loadForm } from '../forms.ts'
import type { Row } from '../list/row.ts'
import type { Screens } from '../screens.ts'
import { maySee } from '../shell/may-see.ts'
import { client } from '../shell/query-client.ts'
import { findDrafts } from './drafts/find-drafts.ts'
import { draftPlace } from './drafts/use-draft.ts'
import { asPicture, type FieldValue } from './fields/field-values.ts'
import { preloadWidgets } from './fields/widgets.tsx'
import { valuesOf } from './form-values.ts'
import { beginOpening } from './opening.ts'
import { historyAddress, historyQuery } from './history/use-history.ts'
import { newKey } from './record-page.tsx'
import { recordQuery } from './save/record-query.ts'

// What takes longer is waited for on the screen itself.
const patience = 200

const linksIn = (value: FieldValue): string[] => {
  const picture = asPicture(value)
  if (picture) return [picture.link]
  return typeof value === 'object' && value ? Object.values(value).flatMap(linksIn) : []
}

// The first picture is the largest of what a form shows, and it takes a round of its own; others would share the line with it.
const fetchPicture = (resource: Resource, row: Row) => {
  const values = valuesOf(resource, row)
  const [link] = Object.entries(resource.fields).flatMap(([name, field]) => {
    const kinds = fieldsWithin(field).map(({ kind }) => kind)
    return kinds.includes('picture') && !kinds.includes('file') ? linksIn(values[name] ?? null) : []
  })
  if (link) Object.assign(new Image(), { fetchPriority: 'high', src: link })
}

type Opening = ReturnType<typeof beginOpening>

const findKept = async (opening: Opening, resource: Resource, me: Me | null, id: number | null, { url }: Request) => {
  const tab = await tabId()
  const asks = formOf(resource).asks ?? resource
  const place = me && draftPlace(asks, ownerOf(me), { id, tab })
  if (!place) return
  const asked = new URL(url).searchParams.get('draft')
  const looking = findDrafts(place, { resource: resource.name, record: id }, asked)
  Object.assign(opening, { place, looking })
  const kept = await looking
  // Nobody took the search: it is over before the form is drawn.
  if (opening.looking) opening.kept = kept
}

// Of a duplicate it is known only once the record is read that it is like.
const openNew = async (resource: Resource, me: Me | null, request: Request): Promise<void> => {
  const opening = beginOpening(() => undefined)
  if (!new URL(request.url).searchParams.has('like')) await findKept(opening, resource, me, null, request)
}

// Held until the screen asks for it: nothing keeps a record that nobody shows.
const readRecord = async (resource: Resource, key: string, { signal }: Request) => {
  const observer = new QueryObserver(client, recordQuery(resource, key))
  const opening = beginOpening(observer.subscribe(() => undefined))
  signal.addEventListener('abort', opening.release)
  const row = await client.ensureQueryData(recordQuery(resource, key)).catch(() => null)
  if (row) fetchPicture(resource, row)
  return { opening, row }
}

type Reading = ReturnType<typeof readRecord>

const openRecord = async (resource: Resource, me: Me | null, reading: Reading, request: Request): Promise<void> => {
  const { opening, row } = await reading
  if (!row) return
  const isHistoryEarly = isEarly(historyAddress(resource.name, row.id))
  const history = client.prefetchQuery(historyQuery(resource.name, row.id))
  await findKept(opening, resource, me, row.id, request)
  if (isHistoryEarly) await history
}

// A control in place of that of a field may draw it as well, but not of one that the form adds to what the record has.
const drawnIn = (resource: Resource): Field[] => {
  const { asks = resource, controls = {} } = formOf(resource)
  const isAdded = (name: string) => resource.fields[name] === undefined && Object.hasOwn(controls, name)
  return Object.entries(asks.fields).flatMap(([name, field]) => (field.isSupplied || isAdded(name) ? [] : [field]))
}

/**
 * What the form of an address stands on, for its route: read for a moment before it is drawn, so that it is drawn once and whole.
 * Answers the screens that it was given.
 */
export const openForm = async (
  screens: Screens | null,
  { params, request }: LoaderFunctionArgs,
): Promise<Screens | null> => {
  if (!screens) return null
  const { resource } = screens
  const key = resource.isSingleton ? String(singletonId) : (params.key ?? newKey)
  const isNew = key === newKey
  // Its picture is on its way while the form's own files are run.
  const begin = async () => {
    const me = await client.ensureQueryData(meQuery)
    const isThere = !isNew && params.parent === undefined && maySee(me, resource.area)
    return { me, reading: isThere ? readRecord(resource, key, request) : null }
  }
  const [{ me, reading }] = await Promise.all([begin(), loadForm(resource)])
  const { prepare } = formOf(resource)
  const ready = Promise.all([
    tabId(),
    reading && prepare?.(),
    preloadWidgets(drawnIn(resource), document.getElementById('content') === null),
    isNew && openNew(resource, me, request),
    reading && openRecord(resource, me, reading, request),
  ])
  await Promise.race([ready, new Promise((resolve) => setTimeout(resolve, patience))])
  return screens
}
