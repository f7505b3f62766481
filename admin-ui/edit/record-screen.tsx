import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import '../styles/edit.css'
import type { Resource } from '../../domain/resource.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { PleaseWait } from '../../ui-shared/states.tsx'
import { wayBack } from '../list/remembered.ts'
import { keyOf, type Row } from '../list/row.ts'
import type { ScreenOverrides } from '../list/screen.ts'
import { PageHead } from '../shell/page-head.tsx'
import { formOf } from '../forms.ts'
import { copyOf } from './copy-of.ts'
import { type FormValues, valuesOf } from './form-values.ts'
import { PreviewButton } from './preview.tsx'
import { type FormWays, RecordForm } from './record-form.tsx'
import { useDraftPlace, useKept } from './drafts/use-draft.ts'
import { usePlanned } from './drafts/use-planned.ts'
import type { Base } from './save/use-save.ts'
import { late } from '../../ui-shared/parts/late.ts'

// What others do beside is no part of what a form needs to be there.
const AlsoOpen = late(async () => (await import('./beside/beside.tsx')).AlsoOpen)
const Drafts = late(async () => (await import('./drafts/drafts.tsx')).Drafts)

type Beginning = {
  /** The record that a new one begins as a duplicate of. */
  like?: Row | undefined
  /** The record that a new one stands below. */
  parent?: Row | undefined
}

const valuesAtFirst = (resource: Resource, row: Row | null, { like, parent }: Beginning): FormValues => {
  const values = like ? copyOf(resource, like) : valuesOf(resource, row)
  return parent ? { ...values, parent: String(parent.id) } : values
}

// The record as it was when the form opened; a reload in the background must not move what is being typed over.
const useOpened = (resource: Resource, row: Row | null, from: Beginning): Base => {
  const [base] = useState<Base>(() => ({
    id: row?.id ?? null,
    version: row?.version ?? null,
    values: valuesAtFirst(resource, row, from),
  }))
  return base
}

/** The head and the form of a record, or of a new one when `row` is null, with the draft that was kept of it. */
export const RecordScreen = ({
  resource: whole,
  overrides,
  row,
  like,
  parent,
  isDisabled,
  locked = null,
  head,
  aside,
  actions,
  onMade = async () => {},
}: Beginning & {
  resource: Resource
  overrides: ScreenOverrides
  row: Row | null
  isDisabled: boolean
  /** Why the record stays as it is. */
  locked?: string | null
  head: { title: string; tab?: string; facts?: ReactNode }
  aside?: ReactNode
  /** What can be done besides saving; gets the form once there is one. */
  actions?: (form: () => FormWays | null) => ReactNode
  /** Takes the address to a record that was new until it was saved here. */
  onMade?: ((row: Row) => Promise<void>) | undefined
}) => {
  const me = useMe()
  const resource = formOf(whole).asks ?? whole
  const client = useQueryClient()
  const base = useOpened(resource, row, { like, parent })
  const [likeId] = useState(like?.id)
  const place = useDraftPlace(resource, me, row?.id ?? base.id, likeId)
  // What was found when the form was opened, also once it is saved under another name.
  const [parameters] = useSearchParams()
  const [asked] = useState(() => parameters.get('draft'))
  const copies = useKept(
    useDraftPlace(resource, me, base.id, likeId),
    { resource: resource.name, record: base.id },
    asked,
  )
  const { kept } = copies
  const planned = usePlanned(resource, base.id)
  const isOpened = (row?.id ?? null) === base.id
  const values = useRef<FormValues>(base.values)
  const ways = useRef<FormWays | null>(null)
  const made = async (read: Row) => {
    client.setQueryData([resource.name, 'record', keyOf(read)], read)
    await onMade(read)
  }
  return (
    <>
      <PageHead {...head} {...wayBack(resource)}>
        {overrides.preview && (
          <PreviewButton {...{ resource, row }} fields={overrides.preview} read={() => values.current} />
        )}
        {actions?.(() => ways.current)}
      </PageHead>
      {row && (
        <Suspense>
          <AlsoOpen resource={whole.name} id={row.id} />
        </Suspense>
      )}
      {kept && place && isOpened && !like && !isDisabled && (
        <Suspense>
          <Drafts
            {...{ resource, copies, kept }}
            opened={base.values}
            record={base.id}
            // What was typed here already is offered in its turn.
            setAside={async () => ways.current?.setAside()}
          />
        </Suspense>
      )}
      {kept === undefined || place === undefined || planned === undefined ? (
        <PleaseWait />
      ) : (
        <RecordForm
          key={kept.draft?.at}
          {...{ resource, overrides, base, row, place, isDisabled, locked, aside }}
          draft={kept.draft ?? planned}
          onValues={(now) => {
            values.current = now
          }}
          onReady={(all) => {
            ways.current = all
          }}
          onMade={made}
        />
      )}
    </>
  )
}
