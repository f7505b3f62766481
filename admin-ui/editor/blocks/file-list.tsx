import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useId, useState } from 'react'
import type { LibraryFile } from '../../../domain/library.ts'
import { t } from '../../../ui-shared/i18n.ts'
import { EmptyState, LoadError, PleaseWait } from '../../../ui-shared/states.tsx'
import { type FindFiles, noteOf } from './library-files.ts'

/** Files of the library, found by words of their names; one is chosen by a press. */
export const FileList = ({
  find,
  isWanted,
  onChoose,
}: {
  find: FindFiles
  isWanted: (file: LibraryFile) => boolean
  onChoose: (file: LibraryFile) => void
}) => {
  const id = useId()
  const [words, setWords] = useState('')
  const sought = useDeferredValue(words.trim())
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['library', 'files', sought],
    queryFn: () => find(sought),
    placeholderData: (before: readonly LibraryFile[] | undefined) => before,
  })
  const files = data?.filter(isWanted) ?? []
  return (
    <div className="f">
      <label className="label" htmlFor={id}>
        {t('From library')}
      </label>
      <input
        id={id}
        className="in"
        type="search"
        value={words}
        placeholder={t('Words of the name')}
        data-first-focus
        onChange={(event) => setWords(event.target.value)}
      />
      {isPending && <PleaseWait />}
      {error && <LoadError message={error.message} onRetry={() => void refetch()} />}
      {data && files.length === 0 && <EmptyState title={t('No such file in the library')} />}
      <ul className="file-choices">
        {files.map((file) => (
          <li key={file.id}>
            <button type="button" className="btn bare" onClick={() => onChoose(file)}>
              <span dir="auto">{file.name}</span>
              <small>{noteOf(file)}</small>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
