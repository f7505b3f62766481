import { lazy, Suspense } from 'react'
import { Link, useLocation, useParams } from 'react-router-dom'
import '../styles/inbox.css'
import type { Resource } from '../../domain/resource.ts'
import { t } from '../../ui-shared/i18n.ts'
import { StateTag } from '../../ui-shared/talk/state-tag.tsx'
import { useTotals } from '../list/list-query.ts'
import { flagOf, type Row, textOf, titleOf } from '../list/row.ts'
import type { Cell, ScreenOverrides } from '../list/screen.ts'
import { thingsOf } from '../list/verbs.ts'
import { InboxHead } from './inbox-head.tsx'
import { unreadIn, unreadWords, useUnread } from './unread.ts'
import { besideList } from '../shell/beside-list.ts'
import { TickedMarks } from './ticked-marks.tsx'

// Loaded with the first record that is opened.
const Opened = lazy(async () => ({ default: (await import('./opened.tsx')).Opened }))

const Drawer = (props: { resource: Resource; rows: readonly Row[] }) => {
  const { key } = useParams()
  return (
    key !== undefined && (
      <Suspense>
        <Opened recordKey={key} {...props} />
      </Suspense>
    )
  )
}

/** The number of a record, which opens it beside the list; marked while it is unread. */
const numberCell =
  (openAt: (row: Row) => string): Cell =>
  ({ row }) => {
    const { search } = useLocation()
    return (
      <Link
        className={flagOf(row, 'isUnread') ? 'title unread' : 'title'}
        to={{ pathname: openAt(row), search }}
        state={besideList}
      >
        {titleOf(row)}
        {flagOf(row, 'isUnread') && <span className="away"> {t('Unread')}</span>}
      </Link>
    )
  }

/** Where it stands, in the colour of what that means. */
const stageCell: Cell = ({ row, resource: { fields, stateField } }) => {
  const [word, field] = [textOf(row, stateField ?? ''), fields[stateField ?? '']]
  return <StateTag tone={field?.tones?.[word]} words={t(field?.labels?.[word] ?? word)} />
}

const factsOf = (path: string) =>
  function InboxFacts({ resource }: { resource: Resource }) {
    const { data: totals } = useTotals(resource)
    const { data } = useUnread(resource.name)
    if (!totals) return ' '
    return t('{total} {things}, {unread} unread.', {
      total: totals.total,
      things: thingsOf(resource, totals.total),
      unread: unreadWords(unreadIn(data, path)),
    })
  }

/** The screens of a list of what came in: records are opened beside it, at an address of their own. */
export const inboxScreens = (path: string): ScreenOverrides => {
  const openAt = (row: Row) => `/dashboard/${path}/${row.id}`
  return {
    openAt,
    Drawer,
    Head: InboxHead,
    Ticked: TickedMarks,
    Facts: factsOf(path),
    cells: { label: numberCell(openAt), stage: stageCell },
    filterPlaceholders: { unread: 'Read and unread' },
  }
}
