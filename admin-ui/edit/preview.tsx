import { lazy, Suspense, useState } from 'react'
import { t } from '../../ui-shared/i18n.ts'
import { Dialog } from '../../ui-shared/overlay/dialog.tsx'
import { PleaseWait } from '../../ui-shared/states.tsx'
import { asText, type FormValues } from './form-values.ts'

const ContentPreview = lazy(async () => ({ default: (await import('../editor/content-preview.tsx')).ContentPreview }))

/** Shows what is in the form as its readers would see it, before it is saved. */
export const PreviewButton = ({ read }: { read: () => FormValues }) => {
  const [values, setValues] = useState<FormValues | null>(null)
  return (
    <>
      <button type="button" className="btn" onClick={() => setValues(read())}>
        {t('Preview')}
      </button>
      {values && (
        <Dialog title={t('Preview')} size="full" onClose={() => setValues(null)}>
          <div className="preview-box">
            <Suspense fallback={<PleaseWait />}>
              <ContentPreview
                content={asText(values.content)}
                css={asText(values.css)}
                title={t('Preview')}
                heading={asText(values.name)}
              />
            </Suspense>
          </div>
          <div className="acts">
            <button type="button" className="btn go" onClick={() => setValues(null)}>
              {t('Close')}
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}
