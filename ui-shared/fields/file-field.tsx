import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { AtriumDrawing, hueOf } from '../drawings/atrium-drawing.tsx'
import { Icon } from '../drawings/icons.tsx'
import { focusStyle } from '../drawings/picture.tsx'
import { t } from '../i18n.ts'
import { Field, type FieldFrame, type Ties } from './field.tsx'
import { Library } from './library-button.tsx'
import {
  linkOf,
  nameOfFile,
  notAPicture,
  type Picture,
  pictureProblem,
  pictureTypes,
  pictureTypesWithSvg,
} from './picture.ts'

type Seed = string | number

const Preview = ({
  picture,
  focus,
  seed,
  isWhole,
  onError,
}: {
  picture: Picture | null
  focus: string
  seed: Seed | undefined
  isWhole: boolean
  onError: () => void
}) => {
  if (picture)
    return (
      <div className={isWhole ? 'pic whole' : 'pic'}>
        <img src={picture.link} alt={t('Preview')} style={focusStyle(focus)} decoding="sync" onError={onError} />
      </div>
    )
  if (seed === undefined) return <div className="pic empty">{t('No picture')}</div>
  return (
    <div className="pic" style={{ background: hueOf(seed) }}>
      <AtriumDrawing seed={seed} />
    </div>
  )
}

// Of other files this device cannot draw anything.
const looksLikePicture = (value: Picture | null) => value?.file?.type.startsWith('image/') === true

// A file that only claims to be a picture. What the server has was one; when that does not load, it is for other reasons.
const useUndecodable = (picture: Picture | null) => {
  const [link, setLink] = useState<string | null>(null)
  return { isBad: Boolean(picture?.file) && picture?.link === link, onError: () => setLink(picture?.link ?? null) }
}

type Takes = 'pictures' | 'pictures and SVG' | 'anything'

const acceptedTypes: Readonly<Record<Takes, string | undefined>> = {
  pictures: pictureTypes,
  'pictures and SVG': pictureTypesWithSvg,
  anything: undefined,
}

const usePicking = (takes: Takes, onChange: (picture: Picture | null) => void) => {
  const [problem, setProblem] = useState<string | null>(null)
  const take = (file: File | undefined) => {
    if (!file) return
    const found = takes === 'anything' ? null : pictureProblem(file, takes === 'pictures and SVG')
    setProblem(found)
    if (!found) onChange({ link: linkOf(file), id: null, file })
  }
  return { problem, take, clearProblem: () => setProblem(null) }
}

/** Takes files that are dropped on an element. Answers whether some are above it, and its handlers. */
export const useDrop = (onFiles: (files: readonly File[]) => void) => {
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
      onFiles([...event.dataTransfer.files])
    },
  }
  return { isOver, handlers }
}

/** A button that asks for files of this device. `id` and the description tie it to a field. */
export const Chooser = ({
  label,
  words,
  accept,
  isMany = false,
  disabled,
  ties,
  onFiles,
}: {
  /** What the files are for. */
  label: string
  words: string
  accept?: string | undefined
  isMany?: boolean
  disabled: boolean
  ties?: Pick<Ties, 'id' | 'aria-describedby'>
  onFiles: (files: readonly File[]) => void
}) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        className="away"
        tabIndex={-1}
        accept={accept}
        multiple={isMany}
        disabled={disabled}
        aria-label={label}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <button
        id={ties?.id}
        type="button"
        className="btn small"
        disabled={disabled}
        aria-describedby={ties?.['aria-describedby']}
        onClick={() => input.current?.click()}
      >
        <Icon name="upload" />
        {words}
      </button>
    </>
  )
}

const FileName = ({ file }: { file: Picture | null }) =>
  file ? (
    <a className="link" href={file.link} type={file.type} target="_blank" rel="noopener noreferrer">
      {nameOfFile(file)}
    </a>
  ) : (
    <span className="dim">{t('No file.')}</span>
  )

type Props = FieldFrame & {
  value: Picture | null
  /** Another one takes its place under the same link: none from the library, and what is there stays until then. */
  isReplacement?: boolean
  /** Shown by this record alone: it is not taken from the library. */
  isOwn?: boolean
  onChange: (picture: Picture | null) => void
  takes?: Takes
  /** The focal point of the picture; empty for the middle. */
  focus?: string
  acts?: ReactNode
  disabled?: boolean
  progress?: number | null
  seed?: Seed | undefined
}

const removeWords = (isOwn: boolean, isPicture: boolean): string => {
  if (isOwn) return t('remove profile picture')
  return isPicture ? t('Remove picture') : t('Remove file')
}

const Hint = ({ value, isPicture }: { value: Picture | null; isPicture: boolean }) => {
  const words = isPicture ? t('Or drop one here. JPEG, PNG, WebP, up to 10 MB.') : t('Or drop one here.')
  return <p className="hint">{(isPicture && value?.file?.name) || words}</p>
}

/** A picture or a file. `progress` is the sent share (0 to 1, else null); with a `seed` an empty one shows the portal's drawing. */
export const FileField = (props: Props) => {
  const {
    value,
    onChange,
    takes = 'pictures',
    focus = '',
    acts,
    isReplacement = false,
    isOwn = false,
    ...others
  } = props
  const { disabled = false, progress = null, seed, error, ...frame } = others
  const isPicture = takes !== 'anything'
  const { problem, take, clearProblem } = usePicking(takes, onChange)
  const { isOver, handlers } = useDrop(([file]) => !disabled && take(file))
  const { isBad, onError } = useUndecodable(value)
  const change = (picture: Picture | null) => {
    clearProblem()
    onChange(picture)
  }
  const found = problem ?? (isBad && isPicture ? notAPicture : null)
  const isRemovable = value !== null && !disabled && (!isReplacement || value.file !== null)
  return (
    <Field {...frame} isGroup error={found ? t(found) : error}>
      {(ties) => (
        <div className={isOver ? 'drop is-over' : 'drop'} {...handlers}>
          {(isPicture || (looksLikePicture(value) && !isBad)) && (
            <Preview
              picture={isBad ? null : value}
              isWhole={takes === 'pictures and SVG'}
              {...{ focus, seed, onError }}
            />
          )}
          <div>
            {!isPicture && <FileName file={value} />}
            <div className="acts">
              <Chooser
                label={frame.label}
                words={isPicture ? t('Choose picture') : t('Choose file')}
                accept={acceptedTypes[takes]}
                disabled={disabled}
                ties={ties}
                onFiles={([file]) => take(file)}
              />
              {isPicture && !isReplacement && !isOwn && <Library disabled={disabled} onChoose={change} />}
              {!isBad && acts}
              {isRemovable && (
                <button type="button" className="btn bare small danger sentence" onClick={() => change(null)}>
                  {removeWords(isOwn, isPicture)}
                </button>
              )}
            </div>
            <Hint value={value} isPicture={isPicture} />
            {progress !== null && <progress className="meter" max={1} value={progress} aria-label={t('Upload')} />}
          </div>
        </div>
      )}
    </Field>
  )
}
