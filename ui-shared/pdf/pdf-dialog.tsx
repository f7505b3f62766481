import '../styles/pdf.css'
import { currentLocale, t } from '../i18n.ts'
import { Dialog } from '../overlay/dialog.tsx'
import { LoadError } from '../states.tsx'
import type { Pdf } from './pdf-links.ts'
import { PdfReader } from './pdf-reader.tsx'
import { usePdf } from './use-pdf.ts'

const megabytes = (bytes: number): string =>
  new Intl.NumberFormat(currentLocale(), { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }).format(
    bytes / 1_000_000,
  )

const Loading = ({ bytes }: { bytes: number }) => (
  <div className="pdf-wait">
    <p role="status">{t('Please Wait')}</p>
    <progress className="meter" aria-label={t('Loading the file')} />
    <p className="dim">{megabytes(bytes)}</p>
  </div>
)

const Failed = ({ words, onRetry }: { words: string; onRetry: (() => void) | null }) =>
  onRetry ? (
    <LoadError message={words} onRetry={onRetry} />
  ) : (
    <p className="notice bad" role="alert">
      {words}
    </p>
  )

/** A PDF of this site, to be read in the page. */
export const PdfDialog = ({ pdf: { link, name }, onClose }: { pdf: Pdf; onClose: () => void }) => {
  const { progress, retry } = usePdf(link)
  const ends = (
    <div className="pdf-steps end">
      <a className="btn small" href={link} download>
        {t('Download')}
      </a>
      <button type="button" className="btn small" onClick={onClose}>
        {t('Close')}
      </button>
    </div>
  )
  return (
    <Dialog title={name} size="reader" onClose={onClose}>
      {progress.kind === 'open' ? (
        <PdfReader pdf={progress.pdf} name={name} ends={ends} />
      ) : (
        <>
          <div className="pdf-bar">{ends}</div>
          {progress.kind === 'loading' && <Loading bytes={progress.bytes} />}
          {progress.kind === 'failed' && <Failed words={progress.words} onRetry={progress.mayRetry ? retry : null} />}
        </>
      )}
    </Dialog>
  )
}
