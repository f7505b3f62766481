import { useEffect, useRef, useState } from 'react'
import { t } from '../i18n.ts'

/** How many digits a mailed code has. */
export const codeLength = 6

/** The digits of a typed or pasted text, at most six. */
export const digitsOf = (text: string): string => text.normalize('NFKC').replace(/\D/g, '').slice(0, codeLength)

// The digits that people see are not those that the browser would mark.
const useIsAllSelected = () => {
  const input = useRef<HTMLInputElement>(null)
  const [isAll, setAll] = useState(false)
  useEffect(() => {
    const look = () => {
      if (!input.current || document.activeElement !== input.current) return
      const { value, selectionStart, selectionEnd } = input.current
      setAll(value !== '' && selectionStart === 0 && selectionEnd === value.length)
    }
    document.addEventListener('selectionchange', look)
    return () => document.removeEventListener('selectionchange', look)
  }, [])
  return { input, isAll }
}

/** Six boxes over one input: pasting, password managers and screen readers meet a plain field. */
export const CodeField = ({
  value,
  onChange,
  isWrong,
  hintId,
}: {
  value: string
  onChange: (code: string) => void
  isWrong: boolean
  hintId?: string
}) => {
  // What an input method is still composing is left as it is.
  const [composed, setComposed] = useState<string | null>(null)
  const { input, isAll } = useIsAllSelected()
  const shown = composed ?? value
  return (
    <div className={isWrong ? 'otp bad' : 'otp'}>
      <input
        ref={input}
        aria-label={t('Verification code')}
        aria-invalid={isWrong || undefined}
        aria-describedby={hintId}
        name="otp"
        value={shown}
        onChange={({ target }) => (composed === null ? onChange(digitsOf(target.value)) : setComposed(target.value))}
        onCompositionStart={({ currentTarget }) => setComposed(currentTarget.value)}
        onCompositionEnd={({ currentTarget }) => {
          setComposed(null)
          onChange(digitsOf(currentTarget.value))
        }}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus
      />
      <div className={isAll ? 'boxes all' : 'boxes'} aria-hidden="true">
        {Array.from({ length: codeLength }, (_, index) => (
          // The boxes never move; their place is what they are.
          <span key={index} className={index === Math.min(shown.length, codeLength - 1) ? 'next' : undefined}>
            {shown[index] ?? ''}
          </span>
        ))}
      </div>
    </div>
  )
}
