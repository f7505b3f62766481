import { useState } from 'react'
import { t } from '../i18n.ts'
import { Field, type FieldFrame } from './field.tsx'

type Props = FieldFrame & {
  name: string
  /** Whether the server has one. */
  isSet: boolean
  /** What is typed to replace it; empty to leave it, null to take it away. */
  value: string | null
  disabled: boolean
  onChange: (value: string | null) => void
}

const stateOf = ({ isSet, value }: Props): string => {
  if (value === null) return t('It will be removed.')
  return isSet ? t('Set. It cannot be shown.') : t('Not set.')
}

/** A value that can be written and is never shown. */
export const SecretField = (props: Props) => {
  const { name, isSet, value, disabled, onChange, ...frame } = props
  const [isOpen, setOpen] = useState(!isSet)
  const close = () => {
    setOpen(false)
    onChange('')
  }
  return (
    <Field {...frame} isGroup={!isOpen}>
      {({ labelId: _, ...ties }) =>
        isOpen || (value !== null && value !== '') ? (
          <div className="line">
            <input
              {...ties}
              className="in"
              type="password"
              name={name}
              autoComplete="off"
              value={value ?? ''}
              disabled={disabled}
              onChange={(event) => onChange(event.target.value)}
            />
            {isSet && (
              <button type="button" className="btn bare small" disabled={disabled} onClick={close}>
                {t('Keep the old one')}
              </button>
            )}
          </div>
        ) : (
          <div className="line">
            <span className="dim">{stateOf(props)}</span>
            {!disabled && (
              <button id={ties.id} type="button" className="btn small" onClick={() => setOpen(true)}>
                {t('Replace')}
              </button>
            )}
            {!disabled && (
              <button
                type="button"
                className="btn bare small danger"
                onClick={() => onChange(value === null ? '' : null)}
              >
                {value === null ? t('Keep it') : t('Remove')}
              </button>
            )}
          </div>
        )
      }
    </Field>
  )
}
