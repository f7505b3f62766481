import { lazy, Suspense, useState } from 'react'
import { t } from '../../ui-shared/i18n.ts'
import { Dialog } from '../../ui-shared/overlay/dialog.tsx'
import { PleaseWait } from '../../ui-shared/states.tsx'
import { usePreload } from '../../ui-shared/use-preload.ts'
import { asText, type FormValues } from './form-values.ts'

const loadPreview = () => import('../editor/content-preview.tsx')
const ContentPreview = lazy(async () => ({ default: (await loadPreview()).ContentPreview }))

/** Shows what is in the form as its readers would see it, before it is saved. */
export const PreviewButton = ({ read }: { read: () => FormValues }) => {
  const [values, setValues] = useState<FormValues | null>(null)
  usePreload(loadPreview)
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
