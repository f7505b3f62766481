import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { writtenSchema } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import { hueOf } from '../../ui-shared/drawings/atrium-drawing.tsx'
import { linkOf, pictureProblem, pictureTypes } from '../../ui-shared/fields/picture.ts'
import { say, t } from '../../ui-shared/i18n.ts'
import { showAlert, showError } from '../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import { undoOfOwn } from '../../ui-shared/profile/undo-own.ts'
import type { EmployeeMe } from '../../ui-shared/session/me.ts'
import { meQuery } from '../../ui-shared/session/session.ts'
import { initialsOf } from '../../ui-shared/states.tsx'
import { photoField } from './profile-form.tsx'

const useSending = (me: EmployeeMe, onSaved: () => void) => {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const send = async (path: `/employee/${number}` | `/employee/${number}/remove_profile`, body: FormData) => {
    setBusy(true)
    try {
      const written = await api.put(path, { body, as: writtenSchema })
      await client.invalidateQueries(meQuery)
      onSaved()
      // A photo that made way is gone for good.
      toastSuccess(say(written.message), me.pic ? undefined : undoOfOwn(client, written))
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }
  const save = (photo: File) => {
    const form = new FormData()
    form.set(photoField, photo)
    void send(`/employee/${me.id}`, form)
  }
  return { isBusy, save, remove: () => void send(`/employee/${me.id}/remove_profile`, new FormData()) }
}

/** The own photo: chosen, seen, and kept or given up; one that is there can be taken away. The form's Submit keeps it too. */
export const OwnPhoto = ({
  me,
  chosen,
  onChoose,
}: {
  me: EmployeeMe
  chosen: File | null
  onChoose: (photo: File | null) => void
}) => {
  const input = useRef<HTMLInputElement>(null)
  const { isBusy, save, remove } = useSending(me, () => onChoose(null))
  const shown = chosen ? linkOf(chosen) : me.pic
  const choose = (file: File | undefined) => {
    if (!file) return
    const problem = pictureProblem(file)
    if (problem) return showAlert(t('ERROR'), [t(problem)])
    onChoose(file)
  }
  return (
    <section className="own-photo" aria-label={t('Photo')}>
      {shown ? (
        <img src={shown} alt={t('Photo')} width="250" height="250" />
      ) : (
        <span style={{ background: hueOf(me.id) }} aria-hidden="true">
          {initialsOf(me.fullname)}
        </span>
      )}
      <div className="acts">
        <input
          ref={input}
          type="file"
          accept={pictureTypes}
          aria-label={t('Choose picture')}
          className="away"
          tabIndex={-1}
          onChange={(event) => {
            choose(event.target.files?.[0])
            event.target.value = ''
          }}
        />
        <button type="button" className="btn" disabled={isBusy} onClick={() => input.current?.click()}>
          {t('Choose picture')}
        </button>
        {chosen && (
          <button type="button" className="btn go" disabled={isBusy} onClick={() => save(chosen)}>
            {isBusy ? t('Please Wait') : t('Save photo')}
          </button>
        )}
        {chosen && (
          <button type="button" className="btn bare" disabled={isBusy} onClick={() => onChoose(null)}>
            {t('Cancel')}
          </button>
        )}
        {!chosen && me.pic && (
          <button type="button" className="btn bare" disabled={isBusy} onClick={remove}>
            {t('Remove photo')}
          </button>
        )}
      </div>
    </section>
  )
}
