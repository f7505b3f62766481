import { useEffect, useState } from 'react'
import { Icon } from '../ui-shared/drawings/icons.tsx'
import { t } from '../ui-shared/i18n.ts'

// In pixels (docs/specification/portal.md#shell).
const offset = 300

/** The way back to the top, once somebody has scrolled down. */
export const ToTop = () => {
  const [isDown, setDown] = useState(false)
  useEffect(() => {
    const look = () => setDown(scrollY > offset)
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  if (!isDown) return null
  const go = () => {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    scrollTo({ top: 0, behavior: isStill ? 'auto' : 'smooth' })
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
  }
  return (
    <button type="button" className="btn to-top no-print" aria-label={t('To the top')} onClick={go}>
      <Icon name="up" />
    </button>
  )
}
