import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { pictureProblem, pictureTypes } from '../../ui-shared/fields/picture.ts'
import { say, t } from '../../ui-shared/i18n.ts'
import { Dialog } from '../../ui-shared/overlay/dialog.tsx'

/** Sends a picture; answers its address on this site, or throws an error whose message is for the reader. */
export type SendPicture = (file: File) => Promise<string>

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
  const start = async (file: File | null, alt: string, isStillOpen: () => boolean) => {
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

const Chooser = ({ file, onFile }: { file: File | null; onFile: (file: File | null) => void }) => {
  const id = useId()
  const preview = usePreview(file)
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
        onChange={(event) => onFile(event.target.files?.[0] ?? null)}
      />
      <p className="hint">{t('JPEG, PNG, WebP or GIF, up to 10 MB.')}</p>
    </div>
  )
}

/** Asks for a picture (unless one was pasted or dropped) and for its description, sends it and gives its address. */
export const PictureDialog = ({
  first,
  send,
  onDone,
  onClose,
}: {
  first: File | null
  send: SendPicture
  onDone: (address: string, alt: string) => void
  onClose: () => void
}) => {
  const [file, setFile] = useState(first)
  const [alt, setAlt] = useState('')
  const id = useId()
  const isOpen = useIsOpen()
  const { isSending, error, start, clear } = useSending(send, onDone)
  const insert = () => void start(file, alt.trim(), isOpen)
  const insertOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement) || event.target.type === 'file') return
    event.preventDefault()
    if (!isSending) insert()
  }
  const choose = (chosen: File | null) => {
    clear()
    setFile(chosen)
  }
  return (
    <Dialog title={t('Insert picture')} onClose={onClose}>
      <div className="fields" onKeyDown={insertOnEnter}>
        <Chooser file={file} onFile={choose} />
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
