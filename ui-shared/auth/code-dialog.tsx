import { type FormEvent, useEffect, useState } from 'react'
import { ApiError } from '../api/error.ts'
import { t } from '../i18n.ts'
import type { Me } from '../me.ts'
import { Dialog } from '../overlay/dialog.tsx'
import { extendRedirect } from '../redirect.ts'
import { Outcome } from './auth-page.tsx'
import { type Challenge, resendCode, verifyCode } from './calls.ts'
import { CodeField } from './code-field.tsx'

const resendAfter = 30

const useCountdown = () => {
  const [left, setLeft] = useState(resendAfter)
  useEffect(() => {
    const timer = setInterval(() => setLeft((now) => Math.max(0, now - 1)), 1_000)
    return () => clearInterval(timer)
  }, [])
  return { left, restart: () => setLeft(resendAfter) }
}

const sentenceOf = (error: unknown) => (error instanceof ApiError ? error.message : String(error))

const useVerification = (challenge: Challenge, onVerified: (me: Me) => void) => {
  const [data, setData] = useState(challenge.data)
  const [code, setCode] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<{ title?: string; words: string } | null>(null)
  const [note, setNote] = useState('')
  const { left, restart } = useCountdown()
  const run = async (act: () => Promise<void>, title?: string) => {
    setBusy(true)
    setProblem(null)
    setNote('')
    try {
      await act()
    } catch (error) {
      setProblem({ words: sentenceOf(error), ...(title ? { title } : {}) })
    } finally {
      setBusy(false)
    }
  }
  const verify = () =>
    run(async () => {
      const me = await verifyCode(data, code)
      extendRedirect()
      onVerified(me)
    }, t('Login verification failed'))
  const resend = () =>
    run(async () => {
      setData(await resendCode(data))
      setCode('')
      restart()
      extendRedirect()
      setNote(t('A new code is on its way.'))
    })
  return { code, setCode, isBusy, problem, note, left, verify, resend }
}

/** 'Login Verification': the code of six digits that was mailed. Verify, Resend after half a minute, Close. */
export const CodeDialog = ({
  challenge,
  onVerified,
  onClose,
}: {
  challenge: Challenge
  onVerified: (me: Me) => void
  onClose: () => void
}) => {
  const { code, setCode, isBusy, problem, note, left, verify, resend } = useVerification(challenge, onVerified)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) void verify()
  }
  const clock = `0:${String(left).padStart(2, '0')}`
  return (
    <Dialog title={t('Login Verification')} onClose={onClose}>
      <p className="words">
        {challenge.email
          ? t('We sent a code of six digits to {email}. It holds for ten minutes.', { email: challenge.email })
          : t('We sent you a code of six digits. It holds for ten minutes.')}
      </p>
      <form onSubmit={submit} noValidate>
        <CodeField value={code} onChange={setCode} isWrong={problem?.title !== undefined} />
        <p className="dim" aria-live="off">
          {left > 0
            ? t('Nothing came? You can ask again in {clock}.', { clock })
            : t('Nothing came? Ask for a new code.')}
        </p>
        <p className="dim" role="status">
          {note}
        </p>
        {problem && (
          <Outcome isGood={false} {...(problem.title ? { title: problem.title } : {})}>
            {problem.words}
          </Outcome>
        )}
        <div className="acts">
          <button type="button" className="btn bare first" onClick={onClose}>
            {t('Close')}
          </button>
          <button type="button" className="btn" disabled={isBusy || left > 0} onClick={() => void resend()}>
            {t('Resend')}
          </button>
          <button type="submit" className="btn go" disabled={isBusy}>
            {t('Verify')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
