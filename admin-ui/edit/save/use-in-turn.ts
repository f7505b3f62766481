import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * Acts one after another: what is asked for while one is under way follows it, once, by what was asked last. Nothing follows one that answers false.
 */
export const useInTurn = <What>(act: (what: What) => Promise<boolean>): ((what: What) => Promise<void>) => {
  const latest = useRef(act)
  const isUnderWay = useRef(false)
  const next = useRef<{ what: What } | null>(null)
  useLayoutEffect(() => {
    latest.current = act
  })
  return useCallback(async (what) => {
    next.current = { what }
    if (isUnderWay.current) return
    isUnderWay.current = true
    try {
      while (next.current) {
        const now: { what: What } = next.current
        next.current = null
        if (!(await latest.current(now.what))) next.current = null
      }
    } finally {
      isUnderWay.current = false
    }
  }, [])
}
