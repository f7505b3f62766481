import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Resource } from '../../../domain/resource.ts'
import { onSessionEnd } from '../../../ui-shared/api/session-end.ts'
import { randomKey } from '../../../ui-shared/api/client.ts'
import {
  type Copy,
  type Draft,
  type DraftPlace as Place,
  markSent,
  newDraftId,
  ownerOf,
  removeDraft,
  saveDraft,
} from '../../../ui-shared/drafts.ts'
import type { Me } from '../../../ui-shared/session/me.ts'
import { knownTab, tabId } from '../../../ui-shared/kept/tab.ts'
import { changedNames, type FormValues, pick } from '../form-values.ts'
import { type Kept, takeOver } from '../../../ui-shared/kept/kept.ts'
import type { DraftFor } from './server-drafts.ts'
import { takeKept, takeLooking } from '../opening.ts'
import { findDrafts } from './find-drafts.ts'
import { lazySender } from './lazy-sender.ts'

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
  const [tab, setTab] = useState(knownTab)
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

/**
 * What is kept for a form: `undefined` while it is being looked for. `take` goes on with another tab's, `goOnWith` with what the
 * server gave. `asked` is the draft that the address names.
 */
export const useKept = (place: DraftPlace | undefined, of: DraftFor, asked: string | null) => {
  const [kept, setKept] = useState(() => (place ? takeKept(place) : undefined))
  const isFound = useRef(kept !== undefined)
  const { resource, record } = of
  useEffect(() => {
    // For this place, by its route.
    const wasFound = isFound.current
    isFound.current = false
    if (place && !wasFound) void (takeLooking(place) ?? findDrafts(place, { resource, record }, asked)).then(setKept)
  }, [place, resource, record, asked])
  const goOn = async (draft: Draft) => {
    if (place) setKept({ ...(await findDrafts(place, of, null)), draft })
  }
  const take = async (copy: Copy) => {
    if (!place) return
    await goOn(await takeOver(place, copy).catch(() => copy.draft))
  }
  const goOnWith = async (draft: Draft) => {
    if (!place) return
    await saveDraft(place, draft).catch(() => undefined)
    await goOn(draft)
  }
  const remove = async ({ tab }: Copy) => {
    if (!place) return
    setKept((now) => now && { ...now, others: now.others.filter((one) => one.tab !== tab) })
    await removeDraft({ ...place, tab }).catch(() => undefined)
  }
  return { kept: place === null ? nothing : kept, take, goOnWith, remove }
}

/** What a form has that may be kept: all but the `secret` names. */
type Held = { before: FormValues; now: FormValues; version: number | null; names: readonly string[] }

const draftOf = ({ now, before, version, names }: Held, id: string): Draft => ({
  values: pick(now, names),
  before: pick(before, names),
  version,
  at: new Date().toISOString(),
  id,
})

/** When what is typed was kept, and whether the server has it. */
export type KeptAt = { at: string; isOnServer: boolean }

// `isOver` once the form is done with: nothing that is still on its way keeps it again.
const useKeeping = (place: DraftPlace, of: DraftFor, held: Held, restored: Draft | null) => {
  const [keptAt, setKeptAt] = useState<KeptAt | null>(null)
  const [sender] = useState(lazySender)
  const latest = useRef(held)
  const isOver = useRef(false)
  // True at first: a copy that was restored and taken back is forgotten too.
  const hasKept = useRef(true)
  const id = useRef(restored?.id ?? newDraftId())
  const sentOf = useRef<FormValues | null>(null)
  const isOnServer = useRef(restored?.id !== undefined)
  // What is kept after a copy began to be forgotten is not forgotten with it.
  const turn = useRef(0)
  const { resource, record } = of
  useLayoutEffect(() => {
    latest.current = held
  })
  const keepAs = useCallback(
    async (tab: string | undefined): Promise<boolean> => {
      if (!place || isOver.current || latest.current.names.length === 0) return false
      const typed = latest.current.now
      // Nothing was typed since the server took it: what somebody else has gone on with by now is not begun again.
      if (tab === undefined && sentOf.current === typed) return true
      const draft = draftOf(latest.current, id.current)
      const at = { ...place, tab: tab ?? place.tab }
      turn.current += 1
      hasKept.current = true
      // The device first: it has it at once, and without a connection.
      const isHere = await saveDraft(at, draft).then(
        () => true,
        () => false,
      )
      if (isHere) setKeptAt((now) => (now?.isOnServer ? now : { at: draft.at, isOnServer: false }))
      const onSent = async (sentAs: string, isWhole: boolean) => {
        id.current = sentAs
        isOnServer.current = true
        if (isWhole) sentOf.current = typed
        setKeptAt({ at: draft.at, isOnServer: true })
        await markSent(at, draft, { id: sentAs, isSent: isWhole }).catch(() => undefined)
      }
      sender.plan({ of: { resource, record }, id: id.current, draft, onSent })
      return isHere
    },
    [place, resource, record, sender],
  )
  // A browser that keeps nothing still lets people write.
  const keep = useCallback((tab?: string) => keepAs(tab).catch(() => false), [keepAs])
  /** Kept on the server at once; true when it is there. */
  const keepNow = useCallback(async () => (await keep(), sender.flush()), [keep, sender])
  const forgetHere = useCallback(async () => {
    if (!place || !hasKept.current) return
    hasKept.current = false
    sentOf.current = null
    await removeDraft(place).catch(() => undefined)
    setKeptAt(null)
  }, [place])
  const forget = useCallback(async () => {
    turn.current += 1
    const began = turn.current
    await forgetHere()
    // What was typed meanwhile is on its way.
    if (turn.current !== began) return
    await sender.stop()
    if (turn.current !== began) return
    setKeptAt(null)
    if (!isOnServer.current) return
    isOnServer.current = false
    const gone = id.current
    // What is typed next is another draft: the call that removes this one may arrive after the one that keeps that.
    id.current = newDraftId()
    await sender.discard(gone)
  }, [forgetHere, sender])
  const drop = useCallback(async () => {
    isOver.current = true
    hasKept.current = true
    await forget()
  }, [forget])
  /** Puts what was typed beside, for this tab to begin anew: it is offered like what other tabs keep. */
  const setAside = useCallback(async () => {
    if (!(await keep(randomKey()))) return
    await sender.flush()
    isOver.current = true
    hasKept.current = true
    await forgetHere()
  }, [keep, forgetHere, sender])
  return { keptAt, keep, keepNow, forget, drop, setAside }
}

/** Keeps changed fields on this device and on the server, a second after a change and at once when the page or the sign-in is left, and forgets them once they are as they were; never `secret` ones. */
export const useDraft = (
  place: DraftPlace,
  of: DraftFor,
  { before, now, version }: Omit<Held, 'names'>,
  secret: readonly string[],
  restored: Draft | null,
) => {
  const names = changedNames(before, now).filter((name) => !secret.includes(name))
  const keeping = useKeeping(place, of, { before, now, version, names }, restored)
  const { keep, forget } = keeping
  const isChanged = names.length > 0
  useEffect(() => {
    if (!isChanged) {
      // At once: whoever saves and leaves within the pause would be shown the copy of before when they come back.
      void forget()
      return
    }
    const timer = setTimeout(() => void keep(), pause)
    return () => clearTimeout(timer)
  }, [now, before, isChanged, keep, forget])
  useEffect(() => {
    const keepNow = () => void keep()
    // The page may be gone before the pause is over.
    const endings = ['beforeunload', 'pagehide', 'visibilitychange', 'online']
    for (const name of endings) window.addEventListener(name, keepNow)
    const stop = onSessionEnd(keepNow)
    return () => {
      for (const name of endings) window.removeEventListener(name, keepNow)
      stop()
    }
  }, [keep])
  return keeping
}
