import { lazy, Suspense, useState } from 'react'
import type { Resource } from '../../domain/resource.ts'
import { t } from '../../ui-shared/i18n.ts'
import { Dialog } from '../../ui-shared/overlay/dialog.tsx'
import { PleaseWait } from '../../ui-shared/states.tsx'
import { usePreload } from '../../ui-shared/parts/use-preload.ts'
import { useOptionsOf } from '../list/options.ts'
import { referenceOf, type Row } from '../list/row.ts'
import type { ScreenOverrides } from '../list/screen.ts'
import { asPicture, asText } from './fields/field-values.ts'
import type { FormValues } from './form-values.ts'

const loadPreview = () => import('../editor/preview/content-preview.tsx')
const ContentPreview = lazy(async () => ({ default: (await loadPreview()).ContentPreview }))

type Previewed = { resource: Resource; row: Row | null; fields: NonNullable<ScreenOverrides['preview']> }

const useCategory = ({ resource, row, fields }: Previewed, values: FormValues) => {
  const id = asText(values[fields.category])
  const { data = [], isLoading } = useOptionsOf(resource.fields[fields.category]?.references ?? '', id ? [id] : [])
  const held = row && referenceOf(row, fields.category)
  const name = data.find(({ value }) => String(value) === id)?.label ?? (String(held?.id) === id ? held?.name : null)
  return { category: name ? { id: Number(id), name } : null, isLoading }
}

const Article = ({ values, ...previewed }: Previewed & { values: FormValues }) => {
  const { row, fields } = previewed
  const { category, isLoading } = useCategory(previewed, values)
  const [at] = useState(() => row?.created_at ?? new Date().toISOString())
  const picture = asPicture(values[fields.picture])?.link ?? null
  const focus = asText(values[`${fields.picture}_focus`])
  if (isLoading) return <PleaseWait />
  return (
    <ContentPreview
      content={asText(values.content)}
      css={asText(values.css)}
      title={t('Preview')}
      head={{ id: row?.id ?? 0, name: asText(values.name), at, category, picture, focus }}
    />
  )
}

const widths = ['desktop', 'phone'] as const
type Width = (typeof widths)[number]

const Widths = ({ width, onChoose }: { width: Width; onChoose: (width: Width) => void }) => (
  <div className="segments" role="group" aria-label={t('Width')}>
    {widths.map((one) => (
      <button key={one} type="button" className="btn small" aria-pressed={one === width} onClick={() => onChoose(one)}>
        {one === 'phone' ? t('Phone') : t('Desktop')}
      </button>
    ))}
  </div>
)

/** Shows what is in the form as its readers would see it, before it is saved. */
export const PreviewButton = ({ read, ...previewed }: Previewed & { read: () => FormValues }) => {
  const [values, setValues] = useState<FormValues | null>(null)
  const [width, setWidth] = useState<Width>('desktop')
  usePreload(loadPreview)
  return (
    <>
      <button type="button" className="btn" onClick={() => setValues(read())}>
        {t('Preview')}
      </button>
      {values && (
        <Dialog title={t('Preview')} size="full" onClose={() => setValues(null)}>
          <Widths width={width} onChoose={setWidth} />
          <div className={`preview-box ${width}`} tabIndex={0} role="region" aria-label={t('Preview')}>
            <Suspense fallback={<PleaseWait />}>
              <Article {...previewed} values={values} />
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
