import { type DragEvent, useEffect, useRef, useState } from 'react'
import { AtriumDrawing, hueOf } from '../atrium-drawing.tsx'
import { Icon } from '../icons.tsx'
import { t } from '../i18n.ts'
import { Field, type FieldFrame } from './field.tsx'
import { LibraryDialog } from './library-dialog.tsx'
import { type Picture, pictureProblem, pictureTypes } from './picture.ts'

const Preview = ({ picture, seed }: { picture: Picture | null; seed: string | number }) => (
  <div className="pic" style={picture ? undefined : { background: hueOf(seed) }}>
    {picture ? <img src={picture.link} alt={t('Preview')} /> : <AtriumDrawing seed={seed} />}
  </div>
)

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

/**
 * A picture: choose, drop, take one from the library, look at it, take it away. `progress` is the sent share while the
 * form is on its way (0 to 1, null otherwise); `seed` draws the atrium where no picture is.
 */
export const FileField = ({
  value,
  onChange,
  disabled = false,
  progress = null,
  seed,
  error,
  ...frame
}: FieldFrame & {
  value: Picture | null
  onChange: (picture: Picture | null) => void
  disabled?: boolean
  progress?: number | null
  seed: string | number
}) => {
  const chooser = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [isLibraryOpen, setLibraryOpen] = useState(false)
  const { problem, take, clearProblem } = usePicking(onChange)
  useRelease(value)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!disabled) take(event.dataTransfer.files[0])
  }
  return (
    <Field {...frame} isGroup error={problem ? t(problem) : error}>
      {(ties) => (
        <div
          className={isOver ? 'drop is-over' : 'drop'}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <Preview picture={value} seed={seed} />
          <div>
            <input
              ref={chooser}
              type="file"
              className="away"
              tabIndex={-1}
              accept={pictureTypes}
              disabled={disabled}
              aria-label={frame.label}
              onChange={(event) => {
                take(event.target.files?.[0])
                event.target.value = ''
              }}
            />
            <div className="acts">
              <button
                id={ties.id}
                type="button"
                className="btn small"
                disabled={disabled}
                aria-describedby={ties['aria-describedby']}
                onClick={() => chooser.current?.click()}
              >
                <Icon name="upload" />
                {t('Choose picture')}
              </button>
              <button type="button" className="btn bare small" disabled={disabled} onClick={() => setLibraryOpen(true)}>
                {t('From library')}
              </button>
              {value && !disabled && (
                <button type="button" className="btn bare small danger" onClick={() => onChange(null)}>
                  {t('Remove picture')}
                </button>
              )}
            </div>
            <p className="hint">
              {value?.file ? value.file.name : t('Or drop one here. JPEG, PNG, WebP, up to 10 MB.')}
            </p>
            {progress !== null && <progress className="meter" max={1} value={progress} aria-label={t('Upload')} />}
          </div>
          {isLibraryOpen && (
            <LibraryDialog
              onClose={() => setLibraryOpen(false)}
              onChoose={({ id, link }) => {
                clearProblem()
                onChange({ link, id, file: null })
                setLibraryOpen(false)
              }}
            />
          )}
        </div>
      )}
    </Field>
  )
}
