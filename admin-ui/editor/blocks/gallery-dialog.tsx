import { useId, useState } from 'react'
import { nameOfFile, pictureTypes } from '../../../ui-shared/fields/picture.ts'
import { t } from '../../../ui-shared/i18n.ts'
import { Dialog } from '../../../ui-shared/overlay/dialog.tsx'
import { useUnkept } from '../../../ui-shared/overlay/unkept.ts'
import type { LibraryButton } from '../picture-dialog.tsx'

const Chosen = ({ links, onLeave }: { links: readonly string[]; onLeave: (link: string) => void }) => (
  <ul className="file-choices">
    {links.map((link) => (
      <li key={link}>
        <span>{nameOfFile({ link, id: null, file: null })}</span>
        <button type="button" className="btn bare small" onClick={() => onLeave(link)}>
          {t('Leave out')}
        </button>
      </li>
    ))}
  </ul>
)

/** Asks for several pictures: of this device, which are sent without more questions, and of the library. */
export const GalleryDialog = ({
  library: Library,
  onDone,
  onClose,
}: {
  library: LibraryButton | undefined
  onDone: (files: readonly File[], links: readonly string[]) => void
  onClose: () => void
}) => {
  const id = useId()
  const [files, setFiles] = useState<readonly File[]>([])
  const [links, setLinks] = useState<readonly string[]>([])
  const count = files.length + links.length
  useUnkept(count > 0)
  return (
    <Dialog title={t('Picture gallery')} onClose={onClose}>
      <div className="fields">
        <div className="f">
          <label className="label" htmlFor={id}>
            {t('Pictures')}
          </label>
          <input
            id={id}
            className="in"
            type="file"
            multiple
            accept={pictureTypes}
            onChange={(event) => setFiles([...(event.target.files ?? [])])}
          />
          <div className="line">
            <p className="hint">{t('JPEG, PNG, WebP or GIF, up to 10 MB.')}</p>
            {Library && <Library disabled={false} onChoose={({ link }) => setLinks([...new Set([...links, link])])} />}
          </div>
          <Chosen links={links} onLeave={(left) => setLinks(links.filter((link) => link !== left))} />
        </div>
      </div>
      <div className="acts">
        <button type="button" className="btn" onClick={onClose}>
          {t('Cancel')}
        </button>
        <button type="button" className="btn go" disabled={count === 0} onClick={() => onDone(files, links)}>
          {t('Insert')}
        </button>
      </div>
    </Dialog>
  )
}
