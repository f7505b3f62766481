import { type ReactNode, useId } from 'react'
import { t } from '../i18n.ts'

/** What every field has around its control. `error` is the sentence beside it; `aside` stands at the end of the label line. */
export type FieldFrame = {
  label: string
  hint?: ReactNode
  error?: string | undefined
  isRequired?: boolean
  aside?: ReactNode
}

/** What the control needs to be tied to its label, hint and error. */
export type Ties = {
  id: string
  labelId: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

/** The words of a field of several controls (a file, an editor) belong to a group, those of one control to that. */
export const Field = ({
  label,
  hint,
  error,
  isRequired = false,
  aside,
  isGroup = false,
  children,
}: FieldFrame & {
  isGroup?: boolean
  children: (ties: Ties) => ReactNode
}) => {
  const id = useId()
  const labelId = `${id}label`
  const hintId = hint ? `${id}hint` : ''
  const errorId = error ? `${id}error` : ''
  const ties: Ties = {
    id,
    labelId,
    'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-required': isRequired || undefined,
  }
  return (
    <div className={error ? 'f bad' : 'f'} {...(isGroup ? { role: 'group', 'aria-labelledby': labelId } : {})}>
      <div className="label">
        {isGroup ? (
          <span id={labelId}>{label}</span>
        ) : (
          <label htmlFor={id} id={labelId}>
            {label}
          </label>
        )}
        {aside ?? (!isRequired && <small>{t('optional')}</small>)}
      </div>
      {children(ties)}
      {error && (
        <p className="wrong" id={errorId}>
          {error}
        </p>
      )}
      {hint && (
        <p className="hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  )
}

/** '34 of 255', counted in characters as people count them. */
export const Counter = ({ text, max }: { text: string; max: number }) => (
  <small className="num">{t('{count} of {max}', { count: [...text].length, max })}</small>
)
