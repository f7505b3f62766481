import { type ComponentType, type KeyboardEvent, useEffect, useId, useState } from 'react'
import { pictureProblem, pictureTypes } from '../../ui-shared/fields/picture.ts'
import { say, t } from '../../ui-shared/i18n.ts'
import { Dialog } from '../../ui-shared/overlay/dialog.tsx'
import { useUnkept } from '../../ui-shared/overlay/unkept.ts'
import { measure } from './pictures/measure.ts'
import type { Picture } from './pictures/picture-commands.ts'
import type { SendPicture } from './pictures/uploads.ts'

/** A button that leads to pictures which were sent before. */
export type LibraryButton = ComponentType<{ disabled: boolean; onChoose: (picture: { link: string }) => void }>

const usePreview = (file: File | null): string | null => {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => {
      setAddress(null)
      URL.revokeObjectURL(made)
    }
  }, [file])
  return address
}

type Words = Pick<Picture, 'alt' | 'caption'>

const useSending = (send: SendPicture, onDone: (picture: Picture) => void) => {
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState('')
  const start = async (file: Chosen, words: Words, isStillOpen: () => boolean) => {
    const problem = file instanceof File ? pictureProblem(file) : !file && 'Choose a picture first.'
    setError(problem ? t(problem) : '')
    if (problem || !file) return
    setSending(true)
    try {
      const address = file instanceof File ? await send(file) : file
      const size = await measure(address)
      if (isStillOpen()) onDone({ address, ...words, size })
    } catch (failure) {
      if (isStillOpen())
        setError(failure instanceof Error ? say(failure.message) : t('The picture could not be sent. Try again.'))
    } finally {
      if (isStillOpen()) setSending(false)
    }
  }
  return { isSending, error, start, clear: () => setError('') }
}

// An answer that comes after the dialog was closed must not touch the text.
const useIsOpen = (): (() => boolean) => {
  const [life] = useState(() => ({ isOpen: true }))
  useEffect(() => {
    life.isOpen = true
    return () => {
      life.isOpen = false
    }
  }, [life])
  return () => life.isOpen
}

// A file of this device, or the address of a picture of the library.
type Chosen = File | string | null

const Chooser = ({
  chosen,
  isSending,
  onChoose,
  onMany,
  library: Library,
}: {
  chosen: Chosen
  onMany: ((files: readonly File[]) => void) | undefined
  library: LibraryButton | undefined
  isSending: boolean
  onChoose: (chosen: File | string) => void
}) => {
  const id = useId()
  const local = usePreview(chosen instanceof File ? chosen : null)
  const preview = typeof chosen === 'string' ? chosen : local
  return (
    <div className="f">
      <label className="label" htmlFor={id}>
        {t('Picture')}
      </label>
      {preview && <img className="picture-preview" src={preview} alt="" />}
      <input
        id={id}
        className="in"
        type="file"
        accept={pictureTypes}
        multiple={Boolean(onMany)}
        onChange={(event) => {
          const [file, ...others] = event.target.files ?? []
          if (file && others.length && onMany) onMany([file, ...others])
          else if (file) onChoose(file)
        }}
      />
      <div className="line">
        <p className="hint">{t('JPEG, PNG, WebP or GIF, up to 10 MB.')}</p>
        {Library && <Library disabled={isSending} onChoose={({ link }) => onChoose(link)} />}
      </div>
    </div>
  )
}

const WordsField = ({
  label,
  hint,
  value,
  maxLength,
  hasFocus = false,
  onChange,
}: {
  label: string
  hint: string
  value: string
  maxLength: number
  hasFocus?: boolean
  onChange: (value: string) => void
}) => {
  const id = useId()
  return (
    <div className="f">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="in"
        value={value}
        maxLength={maxLength}
        data-first-focus={hasFocus || undefined}
        aria-describedby={`${id}hint`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p className="hint" id={`${id}hint`}>
        {hint}
      </p>
    </div>
  )
}

const Progress = () => (
  <>
    <progress className="meter" aria-label={t('Sending the picture…')} />
    <span className="hint">{t('Sending the picture…')}</span>
  </>
)

/** What the dialog starts with: a file that was pasted or dropped, or the picture that is to be changed. */
export type PictureDraft = { chosen: Chosen; alt: string; isChange: boolean; takesCaption: boolean }

/** Asks for a picture (unless one was pasted or dropped) and for its description, sends it and gives what is to be put in. */
export const PictureDialog = ({
  draft,
  send,
  library,
  onDone,
  onMany,
  onClose,
}: {
  draft: PictureDraft
  send: SendPicture
  library: LibraryButton | undefined
  onDone: (picture: Picture) => void
  /** Gets several that were chosen at once, about which nothing is asked. */
  onMany: (files: readonly File[]) => void
  onClose: () => void
}) => {
  const { isChange, takesCaption } = draft
  const [chosen, setChosen] = useState<Chosen>(draft.chosen)
  const [alt, setAlt] = useState(draft.alt)
  const [caption, setCaption] = useState('')
  const isOpen = useIsOpen()
  useUnkept(chosen !== draft.chosen || alt !== draft.alt || caption !== '')
  const { isSending, error, start, clear } = useSending(send, onDone)
  const insert = () => void start(chosen, { alt: alt.trim(), caption: caption.trim() }, isOpen)
  const insertOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement) || event.target.type === 'file') return
    event.preventDefault()
    if (!isSending) insert()
  }
  const choose = (next: Chosen) => {
    clear()
    setChosen(next)
  }
  return (
    <Dialog title={isChange ? t('Change picture') : t('Insert picture')} onClose={onClose}>
      <div className="fields" onKeyDown={insertOnEnter}>
        <Chooser
          chosen={chosen}
          isSending={isSending}
          onChoose={choose}
          onMany={takesCaption ? onMany : undefined}
          library={library}
        />
        <WordsField
          label={t('Description')}
          hint={t('For readers who do not see it. Leave it empty when the picture only decorates.')}
          value={alt}
          maxLength={255}
          hasFocus={draft.chosen !== null}
          onChange={setAlt}
        />
        {takesCaption && (
          <WordsField
            label={t('Caption')}
            hint={t('Stands below the picture, for everybody. It can be changed in the text.')}
            value={caption}
            maxLength={500}
            onChange={setCaption}
          />
        )}
      </div>
      <p className="wrong" role="alert">
        {error}
      </p>
      <div role="status">{isSending && <Progress />}</div>
      <div className="acts">
        <button type="button" className="btn" onClick={onClose}>
          {t('Cancel')}
        </button>
        <button type="button" className="btn go" disabled={isSending} onClick={insert}>
          {isChange ? t('Apply') : t('Insert')}
        </button>
      </div>
    </Dialog>
  )
}
