import { type PointerEvent, useRef, useState } from 'react'
import { linkOf, nameOfFile, type Picture } from '../../../ui-shared/fields/picture.ts'
import { t } from '../../../ui-shared/i18n.ts'
import { Dialog } from '../../../ui-shared/overlay/dialog.tsx'
import { cutOut, type Framing, focusOf, isCut, soundFraming, wholeFraming } from './framing.ts'
import './framing.css'

type Change = (part: Partial<Framing>) => void

const names = (): [keyof Framing, string][] => [
  ['x', t('Focal point, across')],
  ['y', t('Focal point, down')],
  ['left', t('Left edge')],
  ['right', t('Right edge')],
  ['top', t('Top edge')],
  ['bottom', t('Bottom edge')],
]

const Sliders = ({ framing, onChange }: { framing: Framing; onChange: Change }) => (
  <div className="framing-sliders">
    {names().map(([name, label]) => (
      <label key={name}>
        <span>{label}</span>
        <input
          type="range"
          min={0}
          max={100}
          value={framing[name]}
          onChange={(event) => onChange({ [name]: Number(event.target.value) })}
        />
      </label>
    ))}
  </div>
)

const pointOf = ({ currentTarget, clientX, clientY }: PointerEvent) => {
  const { left, top, width, height } = currentTarget.getBoundingClientRect()
  return { x: ((clientX - left) / width) * 100, y: ((clientY - top) / height) * 100 }
}

// A press sets the focal point, a drag draws the frame; the sliders do the same by keyboard.
const useDrawing = (onChange: Change) => {
  const start = useRef<{ x: number; y: number } | null>(null)
  return {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      start.current = pointOf(event)
    },
    onPointerMove: (event: PointerEvent) => {
      const [from, to] = [start.current, pointOf(event)]
      if (!from || Math.hypot(to.x - from.x, to.y - from.y) < 5) return
      const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)]
      onChange({ left, right, top: Math.min(from.y, to.y), bottom: Math.max(from.y, to.y) })
    },
    onPointerUp: (event: PointerEvent) => {
      const [from, to] = [start.current, pointOf(event)]
      start.current = null
      if (from && Math.hypot(to.x - from.x, to.y - from.y) < 5) onChange(to)
    },
  }
}

/** Cuts a picture to a frame, and sets the point that stays in sight where the portal shows only a part of it. */
export const FramingDialog = ({
  picture,
  focus,
  onDone,
  onClose,
}: {
  picture: Picture
  focus: string
  onDone: (picture: Picture, focus: string) => void
  onClose: () => void
}) => {
  const image = useRef<HTMLImageElement>(null)
  const [framing, setFraming] = useState(() => wholeFraming(focus))
  const [error, setError] = useState('')
  const change: Change = (part) => setFraming((before) => soundFraming({ ...before, ...part }))
  const drawing = useDrawing(change)
  const apply = async () => {
    if (!isCut(framing) || !image.current) return onDone(picture, focusOf(framing))
    try {
      const file = await cutOut(image.current, framing, nameOfFile(picture), picture.file?.type ?? '')
      onDone({ link: linkOf(file), id: null, file }, focusOf(framing))
    } catch {
      setError(t('The picture could not be cropped.'))
    }
  }
  const { left, right, top, bottom, x, y } = framing
  return (
    <Dialog title={t('Crop and focal point')} onClose={onClose}>
      <p className="hint">{t('Press on what must stay in sight. Drag to cut the picture.')}</p>
      <div className="framing" {...drawing}>
        <img ref={image} src={picture.link} alt={t('Preview')} draggable={false} />
        <span className="framing-cut" style={{ inset: `${top}% ${100 - right}% ${100 - bottom}% ${left}%` }} />
        <span className="framing-point" style={{ insetBlockStart: `${y}%`, left: `${x}%` }} />
      </div>
      <Sliders framing={framing} onChange={change} />
      <p className="wrong" role="alert">
        {error}
      </p>
      <div className="acts">
        <button type="button" className="btn" onClick={onClose}>
          {t('Cancel')}
        </button>
        <button type="button" className="btn go" onClick={() => void apply()}>
          {t('Apply')}
        </button>
      </div>
    </Dialog>
  )
}
