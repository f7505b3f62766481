import { type FormEvent, useRef, useState } from 'react'
import { mostAttached } from '../../domain/shapes/stages.ts'
import { textOf } from '../../domain/json.ts'
import { writtenSchema } from '../api/answers.ts'
import { api, randomKey } from '../api/client.ts'
import { ApiError } from '../api/error.ts'
import { Chooser } from '../fields/file-field.tsx'
import { TextArea } from '../fields/text-field.tsx'
import { say, t } from '../i18n.ts'
import { KeptNotice } from '../kept/kept-notice.tsx'
import { keptTexts } from '../kept/kept-texts.ts'
import { type KeptForm, useKeptForm } from '../kept/use-kept-form.ts'
import { showAlert, showError } from '../overlay/alert.tsx'
import { toastSuccess } from '../overlay/toast.tsx'

type To = { resource: 'request' | 'job_application'; id: number; onSent: () => Promise<unknown> }

const bodyOf = (text: string, files: readonly File[]): unknown => {
  if (files.length === 0) return { text }
  const form = new FormData()
  form.append('text', text)
  form.append('files', JSON.stringify(files.map(() => 0)))
  for (const [index, file] of files.entries()) form.append(`files[${index}]`, file, file.name)
  return form
}

/** Sends an answer once, however often it is pressed: a key goes with what it says until that has arrived. */
const useSendOnce = ({ resource, id }: Pick<To, 'resource' | 'id'>) => {
  const sent = useRef({ key: '', said: '' })
  return async (text: string, files: readonly File[]) => {
    const said = JSON.stringify([text, files.map(({ name, size, lastModified }) => [name, size, lastModified])])
    if (sent.current.said !== said) sent.current = { key: randomKey(), said }
    const { key } = sent.current
    const written = await api.post(`/${resource}/${id}/answer`, { body: bodyOf(text, files), as: writtenSchema, key })
    sent.current = { key: '', said: '' }
    toastSuccess(say(written.message))
  }
}

const Chosen = ({ files, onRemove }: { files: readonly File[]; onRemove: (file: File) => void }) =>
  files.length > 0 && (
    <ul className="files" aria-label={t('Files')}>
      {files.map((file) => (
        <li key={`${file.name} ${file.size} ${file.lastModified}`}>
          {file.name}
          <button type="button" className="btn bare small" onClick={() => onRemove(file)}>
            {t('Remove {name}', { name: file.name })}
          </button>
        </li>
      ))}
    </ul>
  )

const useFiles = () => {
  const [files, setFiles] = useState<readonly File[]>([])
  const add = (more: readonly File[]) => {
    const all = [...files, ...more]
    if (all.length > mostAttached)
      showAlert(t('Error'), [t('At most {max} files go with one answer.', { max: mostAttached })])
    setFiles(all.slice(0, mostAttached))
  }
  return {
    files,
    add,
    remove: (file: File) => setFiles(files.filter((one) => one !== file)),
    clear: () => setFiles([]),
  }
}

const Fields = ({ kept, onSent, ...to }: To & { kept: KeptForm }) => {
  const { textOf: typed, onInput } = keptTexts(kept, { text: '' })
  const { files, add, remove, clear } = useFiles()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const sendOnce = useSendOnce(to)
  const send = async (form: HTMLFormElement) => {
    const text = textOf(new FormData(form).get('text')).trim()
    setProblem(text === '' ? t('Please fill the required field.') : undefined)
    if (text === '') return form.querySelector('textarea')?.focus()
    setBusy(true)
    try {
      await sendOnce(text, files)
      form.reset()
      const area = form.querySelector('textarea')
      // What it began with is what was kept.
      if (area) area.value = ''
      clear()
      await kept.drop()
      await onSent()
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return
      showError(error)
      // It may be over by now, or answered.
      await onSent()
    } finally {
      setBusy(false)
    }
  }
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isBusy) void send(event.currentTarget)
  }
  return (
    <form noValidate onSubmit={onSubmit} onInput={onInput}>
      <TextArea
        label={t('Your answer')}
        name="text"
        rows={3}
        isRequired
        defaultValue={typed('text')}
        error={problem}
        readOnly={isBusy}
      />
      <Chosen files={files} onRemove={remove} />
      <div className="sending">
        <button type="submit" className="btn go" aria-disabled={isBusy}>
          {isBusy ? t('Please Wait') : t('Send answer')}
        </button>
        <Chooser label={t('Files')} words={t('Add files')} isMany disabled={isBusy} onFiles={add} />
      </div>
      <p className="hint">{t('Up to {max} files of 10 MB each.', { max: mostAttached })}</p>
    </form>
  )
}

/** Where somebody answers: what is typed is kept on the device until it is sent. */
export const AnswerForm = (to: To) => {
  const kept = useKeptForm(`${to.resource}/${to.id}/answer`)
  if (kept.found === undefined) return null
  return (
    <>
      <KeptNotice kept={kept} />
      <Fields key={kept.round} kept={kept} {...to} />
    </>
  )
}
