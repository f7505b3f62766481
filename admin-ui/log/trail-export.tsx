import { useRef, useState } from 'react'
import { queryString } from '../../ui-shared/api/client.ts'
import { t } from '../../ui-shared/i18n.ts'
import { shownMoment } from '../../ui-shared/moment.ts'
import { Menu } from '../../ui-shared/menu.tsx'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import { floating } from '../shell/floating.ts'
import { downloadFile } from '../sheets/download.ts'

const formats = [
  { format: 'csv', label: 'CSV' },
  { format: 'xlsx', label: 'Spreadsheet (XLSX)' },
  { format: 'jsonl', label: 'JSON, one entry a line' },
] as const

/** Everything that the filters mean as a file, with old and new values; it says how far it is. */
export const TrailExport = ({ filters }: { filters: Readonly<Record<string, string>> }) => {
  const [share, setShare] = useState<number | null>(null)
  const stopper = useRef<AbortController | null>(null)
  const run = async (format: string) => {
    const own = new AbortController()
    stopper.current = own
    setShare(0)
    try {
      const address = `/api/utility/activity_log/export${queryString({ ...filters, format, as_of: shownMoment() ?? undefined })}`
      const count = await downloadFile(address, `activity-trail.${format}`, {
        signal: own.signal,
        onProgress: setShare,
      })
      toastSuccess(t('{count, plural, one {# entry exported.} other {# entries exported.}}', { count }))
    } catch (error) {
      if (!own.signal.aborted) showError(error)
    } finally {
      setShare(null)
    }
  }
  if (share !== null)
    return (
      <span className="exporting">
        <progress className="meter" max={1} value={share} aria-label={t('Export')} />
        <button type="button" className="btn small" onClick={() => stopper.current?.abort()}>
          {t('Cancel')}
        </button>
      </span>
    )
  return (
    <Menu
      items={formats.map(({ format, label }) => ({ label: t(label), onSelect: () => void run(format) }))}
      float={floating}
    >
      {t('Export')}
    </Menu>
  )
}
