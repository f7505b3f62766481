import { useEffect } from 'react'

const wait = 2_000

/**
 * Loads a part of a screen ahead of its use, once the screen itself has settled, so that it is there also when the
 * connection is lost meanwhile. A failure shows when the part is used.
 */
export const usePreload = (load: () => Promise<unknown>): void => {
  useEffect(() => {
    const timer = setTimeout(() => load().catch(() => undefined), wait)
    return () => clearTimeout(timer)
  }, [load])
}
