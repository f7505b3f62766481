import { useState } from 'react'
import { linkOf, type Picture } from '../../../ui-shared/fields/picture.ts'
import { t } from '../../../ui-shared/i18n.ts'
import { showError } from '../../../ui-shared/overlay/alert.tsx'
import { CropDialog } from '../../profile/crop-dialog.tsx'

const load = async ({ file, link }: Picture): Promise<ImageBitmap> =>
  createImageBitmap(file ?? (await (await fetch(link)).blob()))

/** Cuts the picture of a person to a square. */
export const CropAct = ({ picture, onDone }: { picture: Picture; onDone: (picture: Picture) => void }) => {
  const [opened, setOpened] = useState<ImageBitmap | null>(null)
  const close = () => {
    opened?.close()
    setOpened(null)
  }
  const done = (photo: Blob) => {
    close()
    const file = new File([photo], 'photo.jpg', { type: photo.type })
    onDone({ link: linkOf(file), id: null, file })
  }
  return (
    <>
      <button type="button" className="btn bare small" onClick={() => void load(picture).then(setOpened, showError)}>
        {t('Crop photo')}
      </button>
      {opened && <CropDialog picture={opened} isBusy={false} onDone={done} onClose={close} />}
    </>
  )
}
