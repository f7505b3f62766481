import type { MouseEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

type Press = Pick<globalThis.MouseEvent, 'defaultPrevented' | 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>

/** Whether a click on a link is not for the page: somebody else follows it, or it opens a tab or a window, or saves. */
export const hasOtherMeaning = (event: Press): boolean =>
  event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey

/** Follows plain links of this app without loading it anew: one for all of a long list, where a `Link` each takes longer to draw. */
export const useFollow = () => {
  const navigate = useNavigate()
  const here = useLocation()
  return (event: MouseEvent<HTMLAnchorElement>): void => {
    if (hasOtherMeaning(event)) return
    event.preventDefault()
    const { pathname, search, hash } = event.currentTarget
    const isHere = pathname === here.pathname && search === here.search && hash === here.hash
    void navigate(pathname + search + hash, { replace: isHere })
  }
}
