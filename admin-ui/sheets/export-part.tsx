import { useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { Resource } from '../../domain/resource.ts'
import { t } from '../../ui-shared/i18n.ts'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import { thingsOf } from '../list/verbs.ts'
import { downloadFile } from './download.ts'
import { sheetAddress } from './sheet-calls.ts'

const fileName = 'file.xlsx'

const useExport = (resource: Resource, search: string) => {
  const [share, setShare] = useState<number | null>(null)
  const stopper = useRef<AbortController | null>(null)
  const run = async () => {
    stopper.current = new AbortController()
    setShare(0)
    try {
      const asked = { signal: stopper.current.signal, onProgress: setShare }
      const count = await downloadFile(sheetAddress.all(resource.name, search), fileName, asked)
      toastSuccess(t('{count} {things} exported.', { count, things: thingsOf(resource, count) }))
    } catch (error) {
      if (!stopper.current.signal.aborted) showError(error)
    } finally {
      setShare(null)
    }
  }
  return { share, run, cancel: () => stopper.current?.abort() }
}

// A spreadsheet has columns of its own, whichever the list shows.
const withoutColumns = (search: string): string => {
  const parameters = new URLSearchParams(search)
  parameters.delete('columns')
  return parameters.size > 0 ? `?${parameters}` : ''
}

/** Everything, or what the list showed that one comes from, as a spreadsheet. */
export const ExportPart = ({ resource }: { resource: Resource }) => {
  const search = withoutColumns(useLocation().search)
  const { share, run, cancel } = useExport(resource, search)
  return (
    <section className="fields" aria-labelledby="export">
      <h2 className="caps legend" id="export">
        {t('Export')}
      </h2>
      {resource.sheets?.modes && (
        <p>
          {search
            ? t('What the list shows with its filters, in the columns in which it can be imported again.')
            : t('All records, in the columns in which they can be imported again.')}
        </p>
      )}
      <div className="sheet-acts">
        <button type="button" className="btn go" aria-disabled={share !== null} onClick={() => void (share ?? run())}>
          {search ? t('Export what the list shows') : t('Export all data')}
        </button>
        {share !== null && (
          <>
            <progress className="meter" max={1} value={share} aria-label={t('Export')} />
            <button type="button" className="btn small" onClick={cancel}>
              {t('Cancel')}
            </button>
          </>
        )}
      </div>
    </section>
  )
}
