import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { writtenSchema } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import { Chooser } from '../../ui-shared/fields/file-field.tsx'
import { notAPicture, pictureProblem, pictureTypes } from '../../ui-shared/fields/picture.ts'
import { say, t } from '../../ui-shared/i18n.ts'
import type { UserMe } from '../../ui-shared/session/me.ts'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import { undoOfOwn } from '../../ui-shared/profile/undo-own.ts'
import { meQuery } from '../../ui-shared/session/session.ts'
import { Avatar } from '../../ui-shared/states.tsx'

const CropDialog = lazy(async () => ({ default: (await import('./crop-dialog.tsx')).CropDialog }))

const useSaving = ({ version, pic }: UserMe) => {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const save = async (photo: Blob | null): Promise<boolean> => {
    setBusy(true)
    try {
      const form = new FormData()
      if (photo) form.set('pic', photo, 'photo.jpg')
      const written = await api.patch('/me', { body: photo ? form : { pic: null }, as: writtenSchema, version })
      // A photo that made way is gone for good.
      toastSuccess(say(written.message), pic ? undefined : undoOfOwn(client, written))
      await client.invalidateQueries({ queryKey: meQuery.queryKey })
      return true
    } catch (error) {
      showError(error)
      return false
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, save }
}

/** One's own photo: choose, crop, take away. */
export const Photo = ({ me }: { me: UserMe }) => {
  const { isBusy, save } = useSaving(me)
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const open = async (file: File | undefined) => {
    if (!file) return
    const found = pictureProblem(file)
    setProblem(found)
    if (found) return
    try {
      setPicture(await createImageBitmap(file))
    } catch {
      setProblem(notAPicture)
    }
  }
  const close = () => {
    picture?.close()
    setPicture(null)
  }
  return (
    <section className="fields" aria-labelledby="photo">
      <h2 className="caps legend" id="photo">
        {t('Photo')}
      </h2>
      <div className="photo">
        <Avatar name={me.fullname} picture={me.pic} />
        <div className="acts">
          <Chooser
            label={t('Photo')}
            words={t('Choose picture')}
            accept={pictureTypes}
            disabled={isBusy}
            onFiles={([file]) => void open(file)}
          />
          {me.pic && (
            <button type="button" className="btn bare small danger" disabled={isBusy} onClick={() => void save(null)}>
              {t('Remove picture')}
            </button>
          )}
        </div>
      </div>
      {problem && (
        <p className="wrong" role="alert">
          {t(problem)}
        </p>
      )}
      {picture && (
        <Suspense>
          <CropDialog
            picture={picture}
            isBusy={isBusy}
            onDone={(photo) => void save(photo).then((isSaved) => isSaved && close())}
            onClose={close}
          />
        </Suspense>
      )}
    </section>
  )
}
