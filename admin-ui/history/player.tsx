import { useEffect, useState } from 'react'
import { Icon } from '../../ui-shared/drawings/icons.tsx'
import { t } from '../../ui-shared/i18n.ts'

// Long enough to see what changed.
const pause = 1_200

// Whoever asked for less motion goes from version to version by hand.
const isCalm = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** A slider over all versions of a record, which can play it through them. */
export const Player = ({
  version,
  last,
  onVersion,
}: {
  version: number
  last: number
  onVersion: (version: number) => void
}) => {
  const [isPlaying, setPlaying] = useState(false)
  const [calm] = useState(isCalm)
  useEffect(() => {
    if (!isPlaying) return
    const timer = setTimeout(() => (version < last ? onVersion(version + 1) : setPlaying(false)), pause)
    return () => clearTimeout(timer)
  })
  const go = (to: number) => {
    setPlaying(false)
    onVersion(to)
  }
  const play = () => {
    if (!isPlaying && version === last) onVersion(1)
    setPlaying(!isPlaying)
  }
  const step = (label: string, icon: 'left' | 'right', to: number) => (
    <button
      type="button"
      className="btn small"
      aria-label={label}
      title={label}
      disabled={to < 1 || to > last}
      onClick={() => go(to)}
    >
      <Icon name={icon} />
    </button>
  )
  return (
    <div className="player no-print" role="group" aria-label={t('Through the versions')}>
      {!calm && (
        <button
          type="button"
          className="btn small"
          disabled={last < 2}
          aria-label={isPlaying ? t('Pause') : t('Play')}
          title={isPlaying ? t('Pause') : t('Play')}
          onClick={play}
        >
          <Icon name={isPlaying ? 'pause' : 'play'} />
        </button>
      )}
      {step(t('Previous version'), 'left', version - 1)}
      <input
        type="range"
        min={1}
        max={last}
        value={version}
        aria-label={t('Version')}
        aria-valuetext={t('Version {version} of {count}', { version, count: last })}
        onChange={({ target }) => go(Number(target.value))}
      />
      {step(t('Next version'), 'right', version + 1)}
      <span className="mono dim">{t('Version {version} of {count}', { version, count: last })}</span>
    </div>
  )
}
