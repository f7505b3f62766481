import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Resource } from '../../../domain/resource.ts'
import { onSessionEnd } from '../../../ui-shared/api/session-end.ts'
import { randomKey } from '../../../ui-shared/api/client.ts'
import { type Copy, type DraftPlace as Place, ownerOf, removeDraft, saveDraft } from '../../../ui-shared/drafts.ts'
import type { Me } from '../../../ui-shared/session/me.ts'
import { tabId } from '../../../ui-shared/tab.ts'
import { changedNames, type FormValues, pick } from '../form-values.ts'
import { findKept, type Kept, takeOver } from '../../../ui-shared/kept/kept.ts'

const pause = 1_000

/** Where a form's draft belongs; null where none may be kept (records about people). */
export type DraftPlace = Place | null

/** What a draft is kept for, and by which tab: null about people. Each tab has one of new records, and one of each duplicate. */
export const draftPlace = (
  resource: Resource,
  owner: string,
  { id, tab, like }: { id: number | null; tab: string; like?: number | undefined },
): DraftPlace => {
  if (resource.isPerson) return null
  const record = `${resource.name}/${id ?? 'new'}`
  return { owner, record, tab: like === undefined ? tab : `${tab}-${like}` }
}

/** The place of a form's draft; `undefined` until it is known. */
export const useDraftPlace = (
  resource: Resource,
  me: Me | null,
  id: number | null,
  like?: number,
): DraftPlace | undefined => {
  const [tab, setTab] = useState<string>()
  useEffect(() => {
    void tabId().then(setTab)
  }, [])
  const owner = me && ownerOf(me)
  return useMemo(() => {
    if (owner === null || resource.isPerson) return null
    return tab === undefined ? undefined : draftPlace(resource, owner, { id, tab, like })
  }, [resource, owner, id, tab, like])
}

const nothing: Kept = { draft: null, others: [] }

/** What is kept for a form: `undefined` while it is being looked for. A browser without storage has nothing. `take` goes on with another tab's. */
export const useKept = (place: DraftPlace | undefined, isNew: boolean) => {
  const [kept, setKept] = useState<Kept>()
  useEffect(() => {
    if (place) findKept(place, isNew).then(setKept, () => setKept(nothing))
  }, [place, isNew])
  const take = async (copy: Copy) => {
    if (!place) return
    await takeOver(place, copy).catch(() => undefined)
    const found = await findKept(place, isNew).catch(() => nothing)
    setKept({ ...found, draft: copy.draft })
  }
  const remove = async ({ tab }: Copy) => {
    if (!place) return
    setKept((now) => now && { ...now, others: now.others.filter((one) => one.tab !== tab) })
    await removeDraft({ ...place, tab }).catch(() => undefined)
  }
  return { kept: place === null ? nothing : kept, take, remove }
}

/** What a form has that may be kept: all but the `secret` names. */
type Held = { before: FormValues; now: FormValues; version: number | null; names: readonly string[] }

const draftOf = ({ now, before, version, names }: Held) => ({
  values: pick(now, names),
  before: pick(before, names),
  version,
  at: new Date().toISOString(),
})

// `isOver` once the form is done with: nothing that is still on its way keeps it again.
const useKeeping = (place: DraftPlace, held: Held) => {
  const [keptAt, setKeptAt] = useState<string | null>(null)
  const latest = useRef(held)
  const isOver = useRef(false)
  // True at first: a copy that was restored and taken back is forgotten too.
  const hasKept = useRef(true)
  useLayoutEffect(() => {
    latest.current = held
  })
  const keepAs = useCallback(
    async (tab: string | undefined): Promise<boolean> => {
      if (!place || isOver.current || latest.current.names.length === 0) return false
      const draft = draftOf(latest.current)
      await saveDraft({ ...place, tab: tab ?? place.tab }, draft)
      hasKept.current = true
      setKeptAt(draft.at)
      return true
    },
    [place],
  )
  // A browser that keeps nothing still lets people write.
  const keep = useCallback((tab?: string) => keepAs(tab).catch(() => false), [keepAs])
  const forget = useCallback(async () => {
    if (!place || !hasKept.current) return
    hasKept.current = false
    await removeDraft(place).catch(() => undefined)
    setKeptAt(null)
  }, [place])
  const drop = useCallback(async () => {
    isOver.current = true
    hasKept.current = true
    await forget()
  }, [forget])
  /** Puts what was typed beside, for this tab to begin anew: it is offered like what other tabs keep. */
  const setAside = useCallback(async () => {
    if (await keep(randomKey())) await drop()
  }, [keep, drop])
  return { keptAt, keep, forget, drop, setAside }
}

/** Keeps changed fields on this device, a second after a change and at once when the page or the sign-in is left; never `secret` ones. */
export const useDraft = (
  place: DraftPlace,
  before: FormValues,
  now: FormValues,
  version: number | null,
  secret: readonly string[],
) => {
  const names = changedNames(before, now).filter((name) => !secret.includes(name))
  const keeping = useKeeping(place, { before, now, version, names })
  const { keep, forget } = keeping
  const isChanged = names.length > 0
  useEffect(() => {
    const timer = setTimeout(() => void (isChanged ? keep() : forget()), pause)
    return () => clearTimeout(timer)
  }, [now, before, isChanged, keep, forget])
  useEffect(() => {
    const keepNow = () => void keep()
    // The page may be gone before the pause is over.
    const endings = ['beforeunload', 'pagehide', 'visibilitychange']
    for (const name of endings) window.addEventListener(name, keepNow)
    const stop = onSessionEnd(keepNow)
    return () => {
      for (const name of endings) window.removeEventListener(name, keepNow)
      stop()
    }
  }, [keep])
  return keeping
}
