import { type ReactNode, useEffect, useState } from 'react'

// Only of the first screen of a page: from then on the line and the processor are free.
let isFirst = true

/** What stands beside a form, drawn behind its first paint so that this does not wait for its code; `instead` stands there until then. */
export const Later = ({ instead = null, children }: { instead?: ReactNode; children: ReactNode }) => {
  const [isNow, setNow] = useState(!isFirst)
  useEffect(() => {
    const timer = setTimeout(() => {
      isFirst = false
      setNow(true)
    })
    return () => clearTimeout(timer)
  }, [])
  return isNow ? children : instead
}
