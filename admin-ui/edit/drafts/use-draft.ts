import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { Resource } from '../../../domain/resource.ts'
import { onSessionEnd } from '../../../ui-shared/api/session-end.ts'
import { type Draft, loadDraft, removeDraft, saveDraft } from '../../../ui-shared/drafts.ts'
import { changedNames, type FormValues, pick } from '../form-values.ts'
import { tabId } from './tab-draft.ts'

const pause = 1_000

/** Where a draft belongs: to a person and a record; null where none may be kept (records about people). */
export type DraftPlace = { person: number; record: string } | null

/** What drafts of new records are kept for; each tab adds its own name. */
export const newRecord = (resource: Resource): string => `${resource.name}/new`

/** What a draft is kept for: null about people, `undefined` until the tab is known; new records and duplicates have one in each tab. */
export const draftRecord = (
  resource: Resource,
  id: number | null,
  tab: string | undefined,
  like?: number,
): string | null | undefined => {
  if (resource.isPerson) return null
  if (id !== null) return `${resource.name}/${id}`
  return tab && `${newRecord(resource)}/${tab}${like === undefined ? '' : `-${like}`}`
}

/** The place of a record's draft; `undefined` until it is known. */
export const useDraftPlace = (
  resource: Resource,
  person: number | undefined,
  id: number | null,
  like?: number,
): DraftPlace | undefined => {
  const [tab, setTab] = useState<string>()
  const isNew = id === null
  useEffect(() => {
    if (isNew) void tabId().then(setTab)
  }, [isNew])
  const record = draftRecord(resource, id, tab, like)
  return useMemo(() => {
    if (record === null || person === undefined) return null
    return record === undefined ? undefined : { person, record }
  }, [person, record])
}

/** The draft that was kept for a place: `undefined` while it is being looked for. A browser without storage has none. */
export const useKeptDraft = (place: DraftPlace | undefined): Draft | null | undefined => {
  const [draft, setDraft] = useState<Draft | null>()
  const person = place?.person
  const record = place?.record
  useEffect(() => {
    if (person === undefined || record === undefined) return
    loadDraft(person, record).then(setDraft, () => setDraft(null))
  }, [person, record])
  return place === null ? null : draft
}

/** Keeps changed fields on this device, a second after a change and at once when the page or the sign-in is left; never `secret` ones. */
export const useDraft = (
  place: DraftPlace,
  before: FormValues,
  now: FormValues,
  version: number | null,
  secret: readonly string[],
) => {
  const [keptAt, setKeptAt] = useState<string | null>(null)
  const isOver = useRef(false)
  // True at first: a copy that was restored and taken back is forgotten too.
  const hadChanges = useRef(true)
  const names = changedNames(before, now).filter((name) => !secret.includes(name))
  const keep = useEffectEvent(async () => {
    if (!place || isOver.current || names.length === 0) return
    const at = new Date().toISOString()
    await saveDraft(place.person, place.record, { values: pick(now, names), before: pick(before, names), version, at })
    hadChanges.current = true
    setKeptAt(at)
  })
  const forget = useEffectEvent(async () => {
    if (!place || !hadChanges.current) return
    hadChanges.current = false
    await removeDraft(place.person, place.record)
    setKeptAt(null)
  })
  const isChanged = names.length > 0
  useEffect(() => {
    // A browser that keeps nothing still lets people write.
    const act = () => void (isChanged ? keep() : forget()).catch(() => undefined)
    const timer = setTimeout(act, pause, now, before)
    return () => clearTimeout(timer)
  }, [now, before, isChanged])
  useEffect(() => {
    const keepNow = () => void keep().catch(() => undefined)
    // The page may be gone before the pause is over.
    const endings = ['beforeunload', 'pagehide', 'visibilitychange']
    for (const name of endings) window.addEventListener(name, keepNow)
    const stop = onSessionEnd(keepNow)
    return () => {
      for (const name of endings) window.removeEventListener(name, keepNow)
      stop()
    }
  }, [])
  const person = place?.person
  const record = place?.record
  const drop = useCallback(async () => {
    isOver.current = true
    if (person !== undefined && record !== undefined) await removeDraft(person, record).catch(() => undefined)
  }, [person, record])
  return { keptAt, drop }
}
