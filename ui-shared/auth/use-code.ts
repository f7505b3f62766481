import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { ApiError, sentencesOf, statusOf } from '../api/error.ts'
import { t } from '../i18n.ts'
import { extendRedirect } from '../session/redirect.ts'
import { extendBegun } from './begun.ts'
import { type Challenge, resendCode } from './calls.ts'

// In seconds, as the server has it (A2).
const resendAfter = 30

const useCountdown = () => {
  const [left, setLeft] = useState(resendAfter)
  useEffect(() => {
    const timer = setInterval(() => setLeft((now) => Math.max(0, now - 1)), 1_000)
    return () => clearInterval(timer)
  }, [])
  return { left, restart: () => setLeft(resendAfter) }
}

/** Why it did not go on; `isCode` when it was the typed code and not the asking for another. */
export type CodeProblem = { words: string; isCode: boolean }

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

const problemOf = (error: unknown, isCode: boolean): CodeProblem => ({
  words: error instanceof ApiError ? sentencesOf(error).join(' ') : wordsOf(error),
  isCode,
})

const refusalSchema = z.object({ next: z.enum(['code', 'resend', 'none']) })

// What still helps after a refusal, which the server says beside its words.
const useChances = () => {
  const [isSpent, setSpent] = useState(false)
  const [isSendable, setSendable] = useState(true)
  const ofCode = (error: unknown): CodeProblem => {
    const refusal = refusalSchema.safeParse(error instanceof ApiError ? error.data : null)
    setSpent(refusal.data?.next === 'none')
    return problemOf(error, true)
  }
  const ofResend = (error: unknown): CodeProblem => {
    setSendable(statusOf(error) !== 422)
    return problemOf(error, false)
  }
  return { isSpent, isSendable: isSendable && !isSpent, ofCode, ofResend }
}

/** A form for the code of a challenge; what `verify` throws becomes the problem. `left` in seconds until another may be asked for. */
export const useCode = (challenge: Challenge, verify: (data: string, code: string) => Promise<void>) => {
  const [data, setData] = useState(challenge.data)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<CodeProblem | null>(null)
  const [note, setNote] = useState('')
  const { left, restart } = useCountdown()
  const { isSpent, isSendable, ofCode, ofResend } = useChances()
  const run = async (act: () => Promise<void>, problemIn: (error: unknown) => CodeProblem): Promise<boolean> => {
    setBusy(true)
    setProblem(null)
    setNote('')
    try {
      await act()
      return true
    } catch (error) {
      setProblem(problemIn(error))
      return false
    } finally {
      setBusy(false)
    }
  }
  const tryCode = async (code: string): Promise<boolean> => {
    if (code.trim() === '') {
      setProblem({ words: t('Enter a code.'), isCode: true })
      return false
    }
    return run(() => verify(data, code), ofCode)
  }
  const resend = () =>
    run(async () => {
      setData(await resendCode(data))
      restart()
      extendRedirect()
      extendBegun()
      setNote(t('A new code is on its way.'))
    }, ofResend)
  /** Goes on by other means than a code. */
  const tryOther = (act: (data: string) => Promise<void>) =>
    run(
      () => act(data),
      (error) => problemOf(error, false),
    )
  return { isBusy, isSpent, isSendable, problem, note, left, tryCode, tryOther, resend, forget: () => setProblem(null) }
}
