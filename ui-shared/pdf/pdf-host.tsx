import { type ComponentType, lazy, Suspense, useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import * as z from 'zod/mini'
import { type Pdf, pdfOf } from './pdf-links.ts'

type Shown = { pdf: Pdf; onClose: () => void }

// Without its code the file is what its link makes of it: a download.
const Download = ({ pdf, onClose }: Shown) => {
  const save = useEffectEvent(() => {
    onClose()
    window.location.assign(pdf.link)
  })
  useEffect(() => save(), [])
  return null
}

const PdfDialog = lazy(
  async (): Promise<{ default: ComponentType<Shown> }> =>
    import('./pdf-dialog.tsx').then(
      (loaded) => ({ default: loaded.PdfDialog }),
      () => ({ default: Download }),
    ),
)

const stateSchema = z.object({ pdf: z.object({ link: z.string(), name: z.string() }) })

/**
 * Opens what a plain click on a link to a PDF of this site asks for, in place of the download. It is a step of the browser's history, so that
 * the way back closes it and a reload shows it again.
 */
export const PdfHost = () => {
  const { pathname, search, hash, state } = useLocation()
  const navigate = useNavigate()
  const open = useEffectEvent((event: MouseEvent) => {
    const pdf = pdfOf(event)
    if (!pdf) return
    event.preventDefault()
    const others = typeof state === 'object' ? state : {}
    void navigate({ pathname, search, hash }, { state: { ...others, pdf }, preventScrollReset: true })
  })
  useEffect(() => {
    const hear = (event: MouseEvent) => open(event)
    document.addEventListener('click', hear)
    return () => document.removeEventListener('click', hear)
  }, [])
  const shown = stateSchema.safeParse(state).data?.pdf
  if (!shown) return null
  return (
    <Suspense>
      <PdfDialog key={shown.link} pdf={shown} onClose={() => void navigate(-1)} />
    </Suspense>
  )
}
