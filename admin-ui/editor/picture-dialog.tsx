import { type ComponentType, type KeyboardEvent, useEffect, useId, useState } from 'react'
import { pictureProblem, pictureTypes } from '../../ui-shared/fields/picture.ts'
import { say, t } from '../../ui-shared/i18n.ts'
import { Dialog } from '../../ui-shared/overlay/dialog.tsx'

/** Sends a picture; answers its address on this site, or throws an error whose message is for the reader. */
export type SendPicture = (file: File) => Promise<string>

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

const useSending = (send: SendPicture, onDone: (address: string, alt: string) => void) => {
  const [isSending, setSending] = useState(false)
  const [error, setError] = useState('')
  const start = async (file: Chosen, alt: string, isStillOpen: () => boolean) => {
    if (typeof file === 'string') return onDone(file, alt)
    const problem = file ? pictureProblem(file) : 'Choose a picture first.'
    setError(problem ? t(problem) : '')
    if (problem || !file) return
    setSending(true)
    try {
      const address = await send(file)
      if (isStillOpen()) onDone(address, alt)
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
  library: Library,
}: {
  chosen: Chosen
  library: LibraryButton | undefined
  isSending: boolean
  onChoose: (chosen: Chosen) => void
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
        onChange={(event) => onChoose(event.target.files?.[0] ?? null)}
      />
      <div className="line">
        <p className="hint">{t('JPEG, PNG, WebP or GIF, up to 10 MB.')}</p>
        {Library && <Library disabled={isSending} onChoose={({ link }) => onChoose(link)} />}
      </div>
    </div>
  )
}

/** Asks for a picture (unless one was pasted or dropped) and for its description, sends it and gives its address. */
export const PictureDialog = ({
  first,
  send,
  library,
  onDone,
  onClose,
}: {
  first: File | null
  send: SendPicture
  library: LibraryButton | undefined
  onDone: (address: string, alt: string) => void
  onClose: () => void
}) => {
  const [chosen, setChosen] = useState<Chosen>(first)
  const [alt, setAlt] = useState('')
  const id = useId()
  const isOpen = useIsOpen()
  const { isSending, error, start, clear } = useSending(send, onDone)
  const insert = () => void start(chosen, alt.trim(), isOpen)
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
    <Dialog title={t('Insert picture')} onClose={onClose}>
      <div className="fields" onKeyDown={insertOnEnter}>
        <Chooser chosen={chosen} isSending={isSending} onChoose={choose} library={library} />
        <div className="f">
          <label className="label" htmlFor={id}>
            {t('Description')}
          </label>
          <input
            id={id}
            className="in"
            value={alt}
            maxLength={255}
            autoFocus={first !== null}
            aria-describedby={`${id}hint`}
            onChange={(event) => setAlt(event.target.value)}
          />
          <p className="hint" id={`${id}hint`}>
            {t('For readers who do not see it. Leave it empty when the picture only decorates.')}
          </p>
        </div>
      </div>
      <p className="wrong" role="alert">
        {error}
      </p>
      <div role="status">
        {isSending && (
          <>
            <progress className="meter" aria-label={t('Sending the picture…')} />
            <span className="hint">{t('Sending the picture…')}</span>
          </>
        )}
      </div>
      <div className="acts">
        <button type="button" className="btn" onClick={onClose}>
          {t('Cancel')}
        </button>
        <button type="button" className="btn go" disabled={isSending} onClick={insert}>
          {t('Insert')}
        </button>
      </div>
    </Dialog>
  )
}
