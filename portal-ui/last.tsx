import { type ComponentType, lazy, Suspense } from 'react'
import type { Me } from '../ui-shared/session/me.ts'
import { ToastHost } from '../ui-shared/overlay/toast.tsx'
import { useMe } from '../ui-shared/session/session.ts'
import { settled } from '../ui-shared/settled.ts'
import { usePortal } from './portal-data.ts'
import { ToTop } from './to-top.tsx'

// Most houses never switch them on.
const Reading = lazy(async () => ({ default: (await import('./reading/reading.tsx')).Reading }))
const Response = lazy(async () => ({ default: (await import('./response/response.tsx')).Response }))

const Offline = lazy(async (): Promise<{ default: ComponentType<{ me: Me }> }> => {
  await settled
  // Without it the portal is what it was: the next page tries again.
  const { Offline: loaded } = await import('./offline/offline.tsx').catch(() => ({ Offline: () => null }))
  return { default: loaded }
})

// Until then a link to a PDF is a download.
const PdfHost = lazy(async () => {
  await settled
  const { PdfHost: loaded } = await import('../ui-shared/pdf/pdf-host.tsx').catch(() => ({ PdfHost: () => null }))
  return { default: loaded }
})

/** What comes last: no screen begins with it. */
export const Last = () => {
  const me = useMe()
  const config = usePortal()?.config
  return (
    <>
      <ToTop />
      {config?.must_read === true && (
        <Suspense>
          <Reading />
        </Suspense>
      )}
      {(config?.reactions === true || config?.comments === true || config?.read_statistics === true) && (
        <Suspense>
          <Response />
        </Suspense>
      )}
      {me?.type === 'employee' && (
        <Suspense>
          <Offline me={me} />
        </Suspense>
      )}
      <Suspense>
        <PdfHost />
      </Suspense>
      <ToastHost />
    </>
  )
}
