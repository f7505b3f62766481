import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { t } from '../../ui-shared/i18n.ts'
import { Dialog } from '../../ui-shared/overlay/dialog.tsx'
import '../styles/crop.css'
import { type Crop, cropped, drawCrop, moved } from './crop.ts'

const shownSide = 280

const Slider = ({
  label,
  value,
  min = 0,
  max = 1,
  onChange,
}: {
  label: string
  value: number
  min?: number
  max?: number
  onChange: (value: number) => void
}) => (
  <label className="slider">
    <span>{label}</span>
    <input
      type="range"
      min={min}
      max={max}
      step={(max - min) / 100}
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
    />
  </label>
)

/** The picture under a square window: dragged by pointer; the sliders below do the same by keyboard. */
const Window = ({ picture, crop, onChange }: { picture: ImageBitmap; crop: Crop; onChange: (crop: Crop) => void }) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop)
  }, [picture, crop])
  const drag = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.buttons !== 1) return
    const { width } = event.currentTarget.getBoundingClientRect()
    onChange(moved(picture, crop, event.movementX / width, event.movementY / width))
  }
  return (
    <canvas
      ref={canvas}
      className="crop"
      width={shownSide * 2}
      height={shownSide * 2}
      role="img"
      aria-label={t('The part of the picture that is kept')}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
    />
  )
}

/** Chooses a square of a picture. `onDone` gets it as a JPEG. */
export const CropDialog = ({
  picture,
  isBusy,
  onDone,
  onClose,
}: {
  picture: ImageBitmap
  isBusy: boolean
  onDone: (photo: Blob) => void
  onClose: () => void
}) => {
  const [crop, setCrop] = useState<Crop>({ zoom: 1, x: 0.5, y: 0.5 })
  const change = (part: Partial<Crop>) => setCrop((before) => ({ ...before, ...part }))
  return (
    <Dialog title={t('Crop photo')} onClose={onClose}>
      <Window picture={picture} crop={crop} onChange={setCrop} />
      <Slider label={t('Zoom')} min={1} max={4} value={crop.zoom} onChange={(zoom) => change({ zoom })} />
      <Slider label={t('Sideways')} value={crop.x} onChange={(x) => change({ x })} />
      <Slider label={t('Up and down')} value={crop.y} onChange={(y) => change({ y })} />
      <div className="acts">
        <button type="button" className="btn" disabled={isBusy} onClick={onClose}>
          {t('Cancel')}
        </button>
        <button
          type="button"
          className="btn go"
          disabled={isBusy}
          onClick={() => void cropped(picture, crop).then(onDone)}
        >
          {isBusy ? t('Please Wait') : t('Save photo')}
        </button>
      </div>
    </Dialog>
  )
}
