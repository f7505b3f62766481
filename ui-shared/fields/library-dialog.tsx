import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type LibraryFile, libraryFile } from '../../domain/library.ts'
import { api } from '../api/client.ts'
import { t } from '../i18n.ts'
import { Dialog } from '../overlay/dialog.tsx'
import { EmptyState, LoadError, PleaseWait } from '../states.tsx'

const librarySchema = z.object({ data: z.array(libraryFile) })

const libraryQuery = {
  queryKey: ['library'],
  queryFn: ({ signal }: { signal: AbortSignal }) => api.get('/utility/getFiles', { as: librarySchema, signal }),
}

/** Pictures that were uploaded before; choosing one closes it. */
export const LibraryDialog = ({
  onChoose,
  onClose,
}: {
  onChoose: (file: LibraryFile) => void
  onClose: () => void
}) => {
  const { data, error, isPending, refetch } = useQuery(libraryQuery)
  const pictures = data?.data.filter((file) => file.type === 'image') ?? []
  return (
    <Dialog title={t('From library')} size="wide" onClose={onClose}>
      <div className="words">
        {isPending && <PleaseWait />}
        {error && <LoadError message={error.message} onRetry={() => void refetch()} />}
        {data && pictures.length === 0 && <EmptyState title={t('The library holds no picture yet')} />}
        <div className="shelf">
          {pictures.map((file) => (
            <button key={file.id} type="button" onClick={() => onChoose(file)}>
              <span className="pic">
                <img src={file.thumbnail ?? file.link} alt="" loading="lazy" />
              </span>
              <span>{file.name}</span>
            </button>
          ))}
        </div>
      </div>
      <div className="acts">
        <button type="button" className="btn" onClick={onClose}>
          {t('Cancel')}
        </button>
      </div>
    </Dialog>
  )
}
