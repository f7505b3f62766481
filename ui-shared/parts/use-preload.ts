import { useEffect } from 'react'

const wait = 2_000

/** Loads a part of a screen ahead, once the screen has settled, so that it is there when the connection is lost meanwhile. */
export const usePreload = (load: () => Promise<unknown>): void => {
  useEffect(() => {
    const timer = setTimeout(() => load().catch(() => undefined), wait)
    return () => clearTimeout(timer)
  }, [load])
}
