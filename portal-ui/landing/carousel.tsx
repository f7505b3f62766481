import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { focusStyle } from '../../ui-shared/drawings/picture.tsx'
import { AtriumDrawing, hueOf } from '../../ui-shared/drawings/atrium-drawing.tsx'
import { Icon } from '../../ui-shared/drawings/icons.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { AnyLink } from '../any-link.tsx'
import type { Banner } from '../portal-data.ts'

// In milliseconds (docs/specification/portal.md#landing).
const interval = 3_000

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Which slide is in sight, moved by time, by hand and by swiping. Nothing moves by itself where people want stillness. */
const useSlides = (count: number) => {
  const list = useRef<HTMLUListElement>(null)
  const [index, setIndex] = useState(0)
  const [isPlaying, setPlaying] = useState(() => count > 1 && !isStill())
  const [isHeld, setHeld] = useState(false)
  const show = (next: number) => {
    const box = list.current
    box?.scrollTo({ left: next * box.clientWidth, behavior: isStill() ? 'auto' : 'smooth' })
    setIndex(next)
  }
  useEffect(() => {
    if (!isPlaying || isHeld) return
    const timer = setInterval(() => {
      if (!document.hidden) show((index + 1) % count)
    }, interval)
    return () => clearInterval(timer)
  })
  const settle = () => {
    const box = list.current
    if (box) setIndex(Math.min(count - 1, Math.round(box.scrollLeft / Math.max(1, box.clientWidth))))
  }
  const choose = (next: number) => {
    setPlaying(false)
    show((next + count) % count)
  }
  return { list, index, isPlaying, setPlaying, setHeld, settle, choose }
}

const Slide = ({ banner, isFirst }: { banner: Banner; isFirst: boolean }) => (
  <AnyLink to={banner.link} isApart>
    {banner.thumbnail_url ? (
      <img
        src={banner.thumbnail_url}
        alt={banner.name}
        style={focusStyle(banner.thumbnail_focus)}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding="async"
        draggable={false}
      />
    ) : (
      <span className="drawn" style={{ background: hueOf(banner.id) }}>
        <AtriumDrawing seed={banner.id} depth={14} opacity={0.34} />
        <strong dir="auto">{banner.name}</strong>
      </span>
    )}
  </AnyLink>
)

/** Banners in their order, one in sight; each leads elsewhere in a new tab (docs/specification/portal.md#landing). */
export const Carousel = ({ banners }: { banners: readonly Banner[] }) => {
  const { list, index, isPlaying, setPlaying, setHeld, settle, choose } = useSlides(banners.length)
  const byArrow = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by === undefined || banners.length < 2) return
    event.preventDefault()
    choose(index + by)
  }
  return (
    <section
      className="banners"
      aria-roledescription={t('carousel')}
      aria-label={t('Banners')}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onKeyDown={byArrow}
    >
      <ul ref={list} onScrollEnd={settle} onTouchMove={() => setPlaying(false)}>
        {banners.map((banner, place) => (
          <li key={banner.id} inert={place !== index}>
            <Slide banner={banner} isFirst={place === 0} />
          </li>
        ))}
      </ul>
      {banners.length > 1 && (
        <div className="dots">
          <button type="button" aria-label={t('Previous banner')} onClick={() => choose(index - 1)}>
            <Icon name="left" />
          </button>
          {banners.map((banner, place) => (
            <button
              key={banner.id}
              type="button"
              className="dot"
              aria-label={t('Banner {place}: {name}', { place: place + 1, name: banner.name })}
              aria-current={place === index}
              onClick={() => choose(place)}
            />
          ))}
          <button type="button" aria-label={t('Next banner')} onClick={() => choose(index + 1)}>
            <Icon name="right" />
          </button>
          <button
            type="button"
            aria-label={isPlaying ? t('Pause') : t('Play')}
            onClick={() => {
              setPlaying(!isPlaying)
              setHeld(false)
            }}
          >
            <Icon name={isPlaying ? 'pause' : 'play'} />
          </button>
        </div>
      )}
    </section>
  )
}
