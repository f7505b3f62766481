import '../styles/uploads.css'
import { Link } from 'react-router-dom'
import { Chooser, useDrop } from '../../ui-shared/fields/file-field.tsx'
import { t } from '../../ui-shared/i18n.ts'
import type { AboveProps } from '../edit/form-overrides.ts'
import { type Upload, useUploads } from './use-uploads.ts'

const Line = ({ upload: { file, share, id, problem } }: { upload: Upload }) => (
  <li>
    {id === null ? (
      <span>{file.name}</span>
    ) : (
      <Link className="link" to={`/dashboard/file/${id}`}>
        {file.name}
      </Link>
    )}
    {id !== null && <span className="dim">{t('Added')}</span>}
    {problem && <span className="wrong">{problem}</span>}
    {id === null && !problem && (
      <progress className="meter" max={1} value={share} aria-label={t('Upload of {name}', { name: file.name })} />
    )}
  </li>
)

const Report = ({ uploads }: { uploads: readonly Upload[] }) => {
  const added = uploads.filter(({ id }) => id !== null).length
  const refused = uploads.filter(({ problem }) => problem !== null).length
  return (
    <>
      <p role="status">
        {added + refused === uploads.length
          ? t('{added} of {count} files added.', { added, count: uploads.length })
          : t('{done} of {total} done', { done: added + refused, total: uploads.length })}
      </p>
      <ul>
        {uploads.map((upload) => (
          <Line key={upload.key} upload={upload} />
        ))}
      </ul>
    </>
  )
}

/** Above the form of a new file: many at once, each of which becomes a record under the name that it has on the device. */
export const FileUploads = ({ row }: AboveProps) => {
  const { uploads, add } = useUploads()
  const { isOver, handlers } = useDrop((files) => void add(files))
  if (row) return null
  return (
    <section className="uploads" aria-label={t('Several files at once')}>
      <div className={isOver ? 'drop is-over' : 'drop'} {...handlers}>
        <Chooser
          label={t('Several files at once')}
          words={t('Choose files')}
          isMany
          disabled={false}
          onFiles={(files) => void add(files)}
        />
        <p className="hint">{t('Or drop several here. They are added at once, each under its own name.')}</p>
      </div>
      {uploads.length > 0 && <Report uploads={uploads} />}
    </section>
  )
}
