import { useCallback, useEffect, useRef, useState } from 'react'
import { isSessionOver, onSessionEnd } from '../api/session-end.ts'
import { type Draft, type DraftPlace, ownerOf, removeDraft, saveDraft } from '../drafts.ts'
import { useMe } from '../session/session.ts'
import { tabId } from './tab.ts'
import { findKept } from './kept.ts'

const pause = 1_000

/** What somebody typed, by field. */
export type Typed = Readonly<Record<string, unknown>>

/**
 * What this device keeps of a form: `found` is what it begins with, `undefined` while it is looked for. `keep` is told what was typed,
 * null when nothing is left of it; `drop` removes the copy once it is sent, `discard` also begins the form anew (`round` is its key).
 */
export type KeptForm = {
  found: Draft | null | undefined
  round: number
  keep: (typed: Typed | null) => void
  drop: () => Promise<void>
  discard: () => void
}

/** The copy that this tab goes on with; of one that was closed, where there is none of its own. */
const useFound = (record: string) => {
  const me = useMe()
  const owner = me && ownerOf(me)
  const [place, setPlace] = useState<DraftPlace | null>(null)
  const [found, setFound] = useState<Draft | null>()
  useEffect(() => {
    if (owner === null) return
    let isOpen = true
    const find = async () => {
      const at = { owner, record, tab: await tabId() }
      const { draft } = await findKept(at, false)
      if (!isOpen) return
      setPlace(at)
      setFound(draft)
    }
    // A browser that keeps nothing still lets people write.
    find().catch(() => setFound(null))
    return () => {
      isOpen = false
    }
  }, [owner, record])
  return { found, setFound, place }
}

/** What is typed is kept a second after, and at once when the page, the form or the sign-in is left (X16). */
export const useKeptForm = (record: string): KeptForm => {
  const { found, setFound, place } = useFound(record)
  const [round, setRound] = useState(0)
  const waiting = useRef<{ typed: Typed | null } | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const write = useCallback(async () => {
    const next = waiting.current
    clearTimeout(timer.current)
    // What is typed before it is known where it belongs waits for that.
    if (!place || !next) return
    waiting.current = null
    const draft = { values: { ...next.typed }, before: {}, version: null, at: new Date().toISOString() }
    await (next.typed ? saveDraft(place, draft) : removeDraft(place)).catch(() => undefined)
  }, [place])
  const keep = useCallback(
    (typed: Typed | null) => {
      waiting.current = { typed }
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void write(), pause)
    },
    [write],
  )
  const drop = useCallback(async () => {
    waiting.current = { typed: null }
    setFound(null)
    await write()
  }, [write, setFound])
  useEffect(() => {
    void write()
    // Whoever has signed out leaves nothing behind.
    const writeNow = () => void (isSessionOver() || write())
    const endings = ['beforeunload', 'pagehide', 'visibilitychange']
    for (const name of endings) window.addEventListener(name, writeNow)
    const stop = onSessionEnd(() => void write())
    return () => {
      for (const name of endings) window.removeEventListener(name, writeNow)
      stop()
      writeNow()
    }
  }, [write])
  const discard = () => {
    void drop()
    setRound((now) => now + 1)
  }
  return { found, round, keep, drop, discard }
}
