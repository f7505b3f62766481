import { t } from '../i18n.ts'

const length = 6

/** The digits of a typed or pasted text, at most six. */
export const digitsOf = (text: string): string => text.normalize('NFKC').replace(/\D/g, '').slice(0, length)

/** Six boxes over one input: pasting, password managers and screen readers meet a plain field. */
export const CodeField = ({
  value,
  onChange,
  isWrong,
}: {
  value: string
  onChange: (code: string) => void
  isWrong: boolean
}) => (
  <div className={isWrong ? 'otp bad' : 'otp'}>
    <input
      aria-label={t('Verification code')}
      aria-invalid={isWrong || undefined}
      name="otp"
      value={value}
      onChange={(event) => onChange(digitsOf(event.target.value))}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoFocus
    />
    <div className="boxes" aria-hidden="true">
      {Array.from({ length }, (_, index) => (
        // The boxes never move; their place is what they are.
        <span key={index} className={index === Math.min(value.length, length - 1) ? 'next' : undefined}>
          {value[index] ?? ''}
        </span>
      ))}
    </div>
  </div>
)
