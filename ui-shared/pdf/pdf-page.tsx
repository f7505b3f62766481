import { memo, useEffect, useRef, useState } from 'react'
import { t } from '../i18n.ts'
import type { GoTo, OpenPdf, PageSize } from './pdf-file.ts'

type Props = {
  pdf: OpenPdf
  number: number
  size: PageSize
  scale: number
  /** What is far from what is seen has its room and nothing in it. */
  isNear: boolean
  goTo: GoTo
  onSize: (number: number, size: PageSize) => void
}

/** A page in its place. */
export const PdfPage = memo(({ pdf, number, size, scale, isNear, goTo, onSize }: Props) => {
  const host = useRef<HTMLDivElement>(null)
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    if (!host.current) return
    if (isNear) return pdf.draw({ host: host.current, number, scale, goTo, onSize, onBroken: () => setBroken(true) })
    host.current.replaceChildren()
  }, [pdf, number, scale, isNear, goTo, onSize])
  return (
    <div
      className="pdf-page"
      data-number={number}
      role="group"
      aria-label={t('Page {page}', { page: number })}
      style={{ width: size.width * scale, height: size.height * scale }}
    >
      <div className="pdf-drawn" ref={host} />
      {isBroken && <p role="alert">{t('This page cannot be shown.')}</p>}
    </div>
  )
})
