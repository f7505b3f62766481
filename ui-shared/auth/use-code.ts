import { useEffect, useState } from 'react'
import { ApiError, sentencesOf, statusOf } from '../api/error.ts'
import { t } from '../i18n.ts'
import { extendRedirect } from '../redirect.ts'
import { type Challenge, resendCode } from './calls.ts'

// What the server allows (spec/decisions A2): seconds until the next code, milliseconds that one holds, tries of all codes.
const resendAfter = 30
const codeLife = 600_000
const mostTries = 5

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

const problemOf = (error: unknown, isCode: boolean): CodeProblem => ({
  words: error instanceof ApiError ? sentencesOf(error).join(' ') : String(error),
  isCode,
})

// What is still possible: trying a code, and asking for another one.
const useChances = (again: string) => {
  const [tries, setTries] = useState(0)
  const [isSendable, setSendable] = useState(true)
  const [sentAt, setSentAt] = useState(() => Date.now())
  const ofCode = (error: unknown, hasResend: boolean): CodeProblem => {
    if (statusOf(error) !== 422) return problemOf(error, true)
    // Nothing is tried any more then, but another code brings it back to life.
    if (Date.now() - sentAt >= codeLife) {
      const next = hasResend && isSendable ? t('Ask for a new code.') : again
      return { words: `${t('The ten minutes are over.')} ${next}`, isCode: true }
    }
    setTries(tries + 1)
    if (tries + 1 < mostTries) return problemOf(error, true)
    return { words: `${t('No further code can be tried here.')} ${again}`, isCode: true }
  }
  const ofResend = (error: unknown): CodeProblem => {
    if (statusOf(error) !== 422) return problemOf(error, false)
    setSendable(false)
    return { words: `${t('No further code can be sent.')} ${again}`, isCode: false }
  }
  const isSpent = tries >= mostTries
  return { isSpent, isSendable: isSendable && !isSpent, ofCode, ofResend, renew: () => setSentAt(Date.now()) }
}

/**
 * The state of a form that asks for the code of a challenge: trying one, asking for another after half a minute (`left` in
 * seconds). `verify` gets the challenge in force and the code; what it throws becomes the problem. `again` says what to do
 * when the challenge is of no more use: once the tries are used up (`isSpent`), or when no code can be sent.
 */
export const useCode = (challenge: Challenge, verify: (data: string, code: string) => Promise<void>, again: string) => {
  const [data, setData] = useState(challenge.data)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<CodeProblem | null>(null)
  const [note, setNote] = useState('')
  const { left, restart } = useCountdown()
  const { isSpent, isSendable, ofCode, ofResend, renew } = useChances(again)
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
  const tryCode = async (code: string, hasResend: boolean): Promise<boolean> => {
    if (code.trim() === '') {
      setProblem({ words: t('Enter a code.'), isCode: true })
      return false
    }
    return run(
      () => verify(data, code),
      (error) => ofCode(error, hasResend),
    )
  }
  const resend = () =>
    run(async () => {
      setData(await resendCode(data))
      restart()
      renew()
      extendRedirect()
      setNote(t('A new code is on its way.'))
    }, ofResend)
  return { isBusy, isSpent, isSendable, problem, note, left, tryCode, resend, forget: () => setProblem(null) }
}
