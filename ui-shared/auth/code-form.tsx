import { type FormEvent, useId, useRef, useState } from 'react'
import { Field } from '../fields/field.tsx'
import { t } from '../i18n.ts'
import { Outcome } from './auth-page.tsx'
import type { Challenge } from './calls.ts'
import { CodeField, codeLength } from './code-field.tsx'
import { useCode } from './use-code.ts'
import { useVerify } from './use-verify.ts'

const wordsFor = (email: string, isRecovery: boolean): string => {
  if (isRecovery) return t('Enter one of the recovery codes you kept. Each works once.')
  return email
    ? t('We sent a code of six digits to {email}. It holds for ten minutes.', { email })
    : t('We sent you a code of six digits. It holds for ten minutes.')
}

// Both codes keep what was typed while the other one is shown.
const useTyped = (hasRecovery: boolean) => {
  const [isRecovery, setRecovery] = useState(false)
  const [mailed, setMailed] = useState('')
  const [recovery, setRecoveryCode] = useState('')
  return {
    isRecovery: hasRecovery && isRecovery,
    code: isRecovery ? recovery : mailed,
    setCode: isRecovery ? setRecoveryCode : setMailed,
    clear: () => setMailed(''),
    swap: () => setRecovery((now) => !now),
  }
}

const RecoveryField = ({ value, onChange, isWrong }: Parameters<typeof CodeField>[0]) => (
  <div className={isWrong ? 'recovery bad' : 'recovery'}>
    <Field
      label={t('Recovery code')}
      hint={t('Twelve letters and digits. Dashes, spaces and capitals do not matter.')}
      isRequired
    >
      {({ labelId: _, ...ties }) => (
        <input
          {...ties}
          className="in mono"
          aria-invalid={isWrong || undefined}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
      )}
    </Field>
  </div>
)

const ResendLines = ({ left, note }: { left: number; note: string }) => (
  <>
    <p className="dim" aria-live="off">
      {left > 0
        ? t('Nothing came? You can ask again in {clock}.', { clock: `0:${String(left).padStart(2, '0')}` })
        : t('Nothing came? Ask for a new code.')}
    </p>
    <p className="dim" role="status">
      {note}
    </p>
  </>
)

const SwapButton = ({ isRecovery, onSwap }: { isRecovery: boolean; onSwap: () => void }) => (
  <p>
    <button type="button" className="link" onClick={onSwap}>
      {isRecovery ? t('Use the mailed code') : t('Use a recovery code')}
    </button>
  </p>
)

const PasskeyButton = ({ isBusy, onUse }: { isBusy: boolean; onUse: () => void }) => (
  <p>
    <button type="button" className="btn wide" aria-disabled={isBusy || undefined} onClick={() => isBusy || onUse()}>
      {t('Use a passkey')}
    </button>
  </p>
)

/** Asks for the mailed code of a challenge, with Resend after half a minute; `leave` is the way out, `failure` titles a refusal. */
export const CodeForm = (props: {
  challenge: Challenge
  verify: (data: string, code: string) => Promise<void>
  leave: { label: string; act: () => void }
  failure?: string
  hasRecovery?: boolean
  /** Goes on by a passkey, where the challenge can be answered by one. */
  usePasskey?: (data: string) => Promise<void>
}) => {
  const { challenge, verify, leave, failure, hasRecovery = false, usePasskey } = props
  const { isBusy, isSpent, isSendable, problem, note, left, tryCode, tryOther, resend, forget } = useCode(
    challenge,
    verify,
  )
  const { isRecovery, code, setCode, clear, swap } = useTyped(hasRecovery)
  const form = useRef<HTMLFormElement>(null)
  const hintId = useId()
  const isWhole = !isRecovery && code.length === codeLength
  const verifyNow = useVerify({ form, code, isWhole, isBusy, isSpent, tryCode })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void verifyNow()
  }
  const field = { value: code, onChange: setCode, isWrong: problem?.isCode === true }
  return (
    <form ref={form} onSubmit={submit} noValidate aria-busy={isBusy}>
      {usePasskey && challenge.passkey && !isSpent && (
        <PasskeyButton isBusy={isBusy} onUse={() => void tryOther(usePasskey)} />
      )}
      <p className="words">{wordsFor(challenge.email, isRecovery)}</p>
      {isRecovery ? (
        <RecoveryField {...field} />
      ) : (
        <>
          <CodeField {...field} hintId={hintId} />
          <p id={hintId} className="dim">
            {t('It is checked as soon as all six digits are there.')}
          </p>
        </>
      )}
      {problem && (
        <Outcome isGood={false} {...(failure && problem.isCode ? { title: failure } : {})}>
          {problem.words}
        </Outcome>
      )}
      {!isRecovery && isSendable && <ResendLines left={left} note={note} />}
      {hasRecovery && !isSpent && (
        <SwapButton
          isRecovery={isRecovery}
          onSwap={() => {
            swap()
            forget()
          }}
        />
      )}
      <div className="acts">
        <button type="button" className="btn bare first" onClick={leave.act}>
          {leave.label}
        </button>
        {!isRecovery && (
          <button
            type="button"
            className="btn"
            disabled={isBusy || left > 0 || !isSendable}
            onClick={() => void resend().then((isSent) => isSent && clear())}
          >
            {t('Resend')}
          </button>
        )}
        <button type="submit" className="btn go" disabled={isSpent}>
          {t('Verify')}
        </button>
      </div>
    </form>
  )
}
