import { lazy, type Ref, Suspense, useEffect, useId, useState } from 'react'
import { t } from '../../../ui-shared/i18n.ts'
import { PleaseWait } from '../../../ui-shared/states.tsx'

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
  const shared = { className: 'in code', spellCheck: false, autoCapitalize: 'off', disabled, rows: 14 }
  return (
    <div className="code-fields">
      <div className="f">
        <label className="label" htmlFor={`${id}html`}>
          HTML
        </label>
        <textarea
          {...shared}
          ref={htmlField}
          id={`${id}html`}
          value={value.content}
          aria-describedby={describedBy}
          onChange={(event) => onChange({ ...value, content: event.target.value })}
        />
      </div>
      {hasCss && (
        <div className="f">
          <label className="label" htmlFor={`${id}css`}>
            CSS
          </label>
          <textarea
            {...shared}
            id={`${id}css`}
            value={value.css}
            onChange={(event) => onChange({ ...value, css: event.target.value })}
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
