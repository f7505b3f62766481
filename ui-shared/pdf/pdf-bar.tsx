import { useState } from 'react'
import { Icon } from '../drawings/icons.tsx'
import { formatNumber, t } from '../i18n.ts'
import { largerThan, smallerThan, type Zoom } from './zoom.ts'

type PageProps = { current: number; count: number; goTo: (number: number) => void }

const PageNumber = ({ current, count, goTo }: PageProps) => {
  const [typed, setTyped] = useState<string | null>(null)
  const go = () => {
    const number = Math.round(Number(typed))
    if (typed && number >= 1) goTo(Math.min(count, number))
    setTyped(null)
  }
  return (
    <input
      className="in"
      inputMode="numeric"
      aria-label={t('Page number')}
      value={typed ?? String(current)}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setTyped(event.target.value.replaceAll(/\D/g, ''))}
      onBlur={go}
      onKeyDown={(event) => {
        if (event.key === 'Enter') go()
      }}
    />
  )
}

/** Which page is read, and the way to others. */
export const PageSteps = ({ current, count, goTo }: PageProps) => (
  <div className="pdf-steps" role="group" aria-label={t('Pages')}>
    <button
      type="button"
      className="btn small"
      aria-label={t('Previous page')}
      aria-disabled={current <= 1}
      onClick={() => goTo(Math.max(1, current - 1))}
    >
      <Icon name="left" />
    </button>
    <PageNumber current={current} count={count} goTo={goTo} />
    <span aria-hidden="true">/ {formatNumber(count)}</span>
    <span className="away" role="status">
      {t('Page {page} of {pages}', { page: current, pages: count })}
    </span>
    <button
      type="button"
      className="btn small"
      aria-label={t('Next page')}
      aria-disabled={current >= count}
      onClick={() => goTo(Math.min(count, current + 1))}
    >
      <Icon name="right" />
    </button>
  </div>
)

/** How large pages are: the scale in force, and other ones. */
export const ZoomSteps = ({ zoom, scale, onZoom }: { zoom: Zoom; scale: number; onZoom: (zoom: Zoom) => void }) => (
  <div className="pdf-steps" role="group" aria-label={t('Zoom')}>
    <button
      type="button"
      className="btn small"
      aria-label={t('Smaller')}
      aria-disabled={smallerThan(scale) >= scale}
      onClick={() => onZoom(smallerThan(scale))}
    >
      <span aria-hidden="true">−</span>
    </button>
    <span className="pdf-scale" role="status">
      {formatNumber(Math.round(scale * 100))} %
    </span>
    <button
      type="button"
      className="btn small"
      aria-label={t('Larger')}
      aria-disabled={largerThan(scale) <= scale}
      onClick={() => onZoom(largerThan(scale))}
    >
      <Icon name="add" />
    </button>
    <button type="button" className="btn small" aria-pressed={zoom === 'fit'} onClick={() => onZoom('fit')}>
      {t('Fit the width')}
    </button>
  </div>
)
