import { lazy, type Ref, Suspense, useEffect, useId, useState } from 'react'
import { t } from '../../../ui-shared/i18n.ts'
import { PleaseWait } from '../../../ui-shared/states.tsx'
import { CodeArea } from './code-area.tsx'
import './code-area.css'

const ContentPreview = lazy(async () => ({ default: (await import('../preview/content-preview.tsx')).ContentPreview }))

/** A text as it is stored: HTML and CSS. */
export type Content = { content: string; css: string }

const pause = 250

// The picture follows the typing, a quarter of a second behind.
const useSettled = (value: Content): Content => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** HTML and CSS side by side, and below them how it will look. */
export const CodeFields = ({
  value,
  onChange,
  disabled = false,
  htmlField,
  describedBy,
  hasCss = true,
}: {
  value: Content
  onChange: (value: Content) => void
  disabled?: boolean
  htmlField?: Ref<HTMLTextAreaElement>
  describedBy?: string | undefined
  hasCss?: boolean | undefined
}) => {
  const id = useId()
  const settled = useSettled(value)
  return (
    <div className="code-fields">
      <div className="f">
        <label className="label" htmlFor={`${id}html`}>
          HTML
        </label>
        <CodeArea
          language="html"
          field={htmlField}
          id={`${id}html`}
          value={value.content}
          disabled={disabled}
          describedBy={describedBy}
          onChange={(content) => onChange({ ...value, content })}
        />
      </div>
      {hasCss && (
        <div className="f">
          <label className="label" htmlFor={`${id}css`}>
            CSS
          </label>
          <CodeArea
            language="css"
            id={`${id}css`}
            value={value.css}
            disabled={disabled}
            onChange={(css) => onChange({ ...value, css })}
          />
        </div>
      )}
      <div className="f code-preview">
        <span className="label">{t('Preview')}</span>
        <Suspense fallback={<PleaseWait />}>
          <ContentPreview content={settled.content} css={settled.css} title={t('Preview')} />
        </Suspense>
      </div>
    </div>
  )
}
