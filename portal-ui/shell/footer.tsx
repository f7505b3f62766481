import { useEffect, useState } from 'react'
import { Icon } from '../../ui-shared/drawings/icons.tsx'
import { t } from '../../ui-shared/i18n.ts'

type Links = { facebook?: string | null; instagram?: string | null; linkedln?: string | null }

/** Year and words of the configuration, and the social links that are set (C15). */
export const Footer = ({ words, links }: { words: string; links: Links }) => {
  const social = [
    [t('LinkedIn'), links.linkedln],
    [t('Facebook'), links.facebook],
    [t('Instagram'), links.instagram],
  ].filter(([, address]) => address)
  return (
    <footer className="base">
      <div className="wrap">
        <span>
          {new Date().getFullYear()} © {words}
        </span>
        {social[0] && (
          <nav aria-label={t('Social media')}>
            {social.map(([name, address]) => (
              <a key={name} className="link" href={address ?? ''} target="_blank" rel="noopener noreferrer">
                {name}
              </a>
            ))}
          </nav>
        )}
      </div>
    </footer>
  )
}

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
