import { lazy, Suspense, useCallback, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { Popup } from '../portal-data.ts'

const PopupDialog = lazy(async () => ({ default: (await import('./popup.tsx')).PopupDialog }))

const year = 31_536_000
const markOf = ({ id, version }: Popup) => `${id}.${version}`
const readMark = () => /(?:^|; )popup_read=([^;]*)/.exec(document.cookie)?.[1] ?? ''

/** True where popup and ticker may appear: everywhere, or on the landing page alone (T9). */
export const useHasNotices = (where: string | null | undefined): boolean =>
  useLocation().pathname === '/' || where !== 'landing'

/** The popup, unless this one was read on this device as it is now; another or an edited one shows again (C6). */
export const PopupNotice = ({ popup, seconds }: { popup: Popup; seconds: number }) => {
  const mark = markOf(popup)
  const [read, setRead] = useState(readMark)
  const close = useCallback(() => {
    document.cookie = `popup_read=${mark}; path=/; max-age=${year}; samesite=lax`
    setRead(mark)
  }, [mark])
  if (read === mark) return null
  return (
    <Suspense>
      <PopupDialog popup={popup} seconds={seconds} onClose={close} />
    </Suspense>
  )
}
