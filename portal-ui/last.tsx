import { lazy, Suspense } from 'react'
import { usePortal } from './portal-data.ts'
import { ToTop } from './to-top.tsx'

// Most houses never switch it on.
const Reading = lazy(async () => ({ default: (await import('./reading/reading.tsx')).Reading }))

/** What comes last: no screen begins with it. */
export const Last = () => {
  const isOn = usePortal()?.config.must_read === true
  return (
    <>
      <ToTop />
      {isOn && (
        <Suspense>
          <Reading />
        </Suspense>
      )}
    </>
  )
}
