import { type DragEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { AtriumDrawing, hueOf } from '../atrium-drawing.tsx'
import { Icon } from '../icons.tsx'
import { t } from '../i18n.ts'
import { usePreload } from '../use-preload.ts'
import { Field, type FieldFrame, type Ties } from './field.tsx'
import { notAPicture, type Picture, pictureProblem, pictureTypes } from './picture.ts'

const loadLibrary = () => import('./library-dialog.tsx')
const LibraryDialog = lazy(async () => ({ default: (await loadLibrary()).LibraryDialog }))

type Seed = string | number

const Preview = ({ picture, seed, onError }: { picture: Picture | null; seed: Seed; onError: () => void }) => (
  <div className="pic" style={picture ? undefined : { background: hueOf(seed) }}>
    {picture ? <img src={picture.link} alt={t('Preview')} onError={onError} /> : <AtriumDrawing seed={seed} />}
  </div>
)

// A file that only claims to be a picture. What the server has was one; when that does not load, it is for other reasons.
const useUndecodable = (picture: Picture | null) => {
  const [link, setLink] = useState<string | null>(null)
  return { isBad: Boolean(picture?.file) && picture?.link === link, onError: () => setLink(picture?.link ?? null) }
}

// The address of a local file lives as long as the file is shown, else its bytes stay in memory.
const useRelease = (picture: Picture | null) => {
  useEffect(() => {
    if (!picture?.file) return
    return () => URL.revokeObjectURL(picture.link)
  }, [picture])
}

const usePicking = (onChange: (picture: Picture | null) => void) => {
  const [problem, setProblem] = useState<string | null>(null)
  const take = (file: File | undefined) => {
    if (!file) return
    const found = pictureProblem(file)
    setProblem(found)
    if (!found) onChange({ link: URL.createObjectURL(file), id: null, file })
  }
  return { problem, take, clearProblem: () => setProblem(null) }
}

// A drop target: what is dragged over it, and what is dropped.
const useDrop = (onFile: (file: File | undefined) => void) => {
  const [isOver, setOver] = useState(false)
  const handlers = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      onFile(event.dataTransfer.files[0])
    },
  }
  return { isOver, handlers }
}

const Chooser = ({
  label,
  disabled,
  ties,
  onFile,
}: {
  label: string
  disabled: boolean
  ties: Ties
  onFile: (file: File | undefined) => void
}) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        className="away"
        tabIndex={-1}
        accept={pictureTypes}
        disabled={disabled}
        aria-label={label}
        onChange={(event) => {
          onFile(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <button
        id={ties.id}
        type="button"
        className="btn small"
        disabled={disabled}
        aria-describedby={ties['aria-describedby']}
        onClick={() => input.current?.click()}
      >
        <Icon name="upload" />
        {t('Choose picture')}
      </button>
    </>
  )
}

/** A button that opens the library; the picture that is chosen there closes it again. */
export const Library = ({ disabled, onChoose }: { disabled: boolean; onChoose: (picture: Picture) => void }) => {
  const [isOpen, setOpen] = useState(false)
  usePreload(loadLibrary)
  const choose = ({ id, link }: { id: number; link: string }) => {
    onChoose({ link, id, file: null })
    setOpen(false)
  }
  return (
    <>
      <button type="button" className="btn bare small" disabled={disabled} onClick={() => setOpen(true)}>
        {t('From library')}
      </button>
      {isOpen && (
        <Suspense>
          <LibraryDialog onClose={() => setOpen(false)} onChoose={choose} />
        </Suspense>
      )}
    </>
  )
}

type Props = FieldFrame & {
  value: Picture | null
  onChange: (picture: Picture | null) => void
  disabled?: boolean
  progress?: number | null
  seed: Seed
}

/**
 * A picture: choose, drop, take one from the library, look at it, take it away. `progress` is the sent share while the
 * form is on its way (0 to 1, null otherwise); `seed` draws the atrium where no picture is.
 */
export const FileField = ({ value, onChange, disabled = false, progress = null, seed, error, ...frame }: Props) => {
  const { problem, take, clearProblem } = usePicking(onChange)
  const { isOver, handlers } = useDrop((file) => !disabled && take(file))
  const { isBad, onError } = useUndecodable(value)
  useRelease(value)
  const change = (picture: Picture | null) => {
    clearProblem()
    onChange(picture)
  }
  const found = problem ?? (isBad ? notAPicture : null)
  return (
    <Field {...frame} isGroup error={found ? t(found) : error}>
      {(ties) => (
        <div className={isOver ? 'drop is-over' : 'drop'} {...handlers}>
          <Preview picture={isBad ? null : value} seed={seed} onError={onError} />
          <div>
            <div className="acts">
              <Chooser label={frame.label} disabled={disabled} ties={ties} onFile={take} />
              <Library disabled={disabled} onChoose={change} />
              {value && !disabled && (
                <button type="button" className="btn bare small danger" onClick={() => change(null)}>
                  {t('Remove picture')}
                </button>
              )}
            </div>
            <p className="hint">{value?.file?.name ?? t('Or drop one here. JPEG, PNG, WebP, up to 10 MB.')}</p>
            {progress !== null && <progress className="meter" max={1} value={progress} aria-label={t('Upload')} />}
          </div>
        </div>
      )}
    </Field>
  )
}
