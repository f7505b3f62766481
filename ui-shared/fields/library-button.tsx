import { lazy, Suspense, useState } from 'react'
import { t } from '../i18n.ts'
import { usePreload } from '../parts/use-preload.ts'
import type { Picture } from './picture.ts'

const loadLibrary = () => import('./library-dialog.tsx')
const LibraryDialog = lazy(async () => ({ default: (await loadLibrary()).LibraryDialog }))

/** A button that opens the library; the picture that is chosen there closes it again. */
export const Library = ({ disabled, onChoose }: { disabled: boolean; onChoose: (picture: Picture) => void }) => {
  const [isOpen, setOpen] = useState(false)
  usePreload(loadLibrary)
  const choose = ({ id, link }: { id: number; link: string }) => {
    onChoose({ link, id, file: null })
    setOpen(false)
  }
  return (
    <>
      <button type="button" className="btn bare small" disabled={disabled} onClick={() => setOpen(true)}>
        {t('From library')}
      </button>
      {isOpen && (
        <Suspense>
          <LibraryDialog onClose={() => setOpen(false)} onChoose={choose} />
        </Suspense>
      )}
    </>
  )
}
