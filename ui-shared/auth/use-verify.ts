import { type RefObject, useEffect, useRef } from 'react'

// Long enough for who presses Verify or Enter at once, and to see the last digit.
const pauseMs = 600

/** What a form needs to verify a code once. `tryCode` answers whether it went on. */
type Verifying = {
  form: RefObject<HTMLFormElement | null>
  code: string
  /** The code is all there, so it is tried without being told to. */
  isWhole: boolean
  isBusy: boolean
  isSpent: boolean
  tryCode: (code: string) => Promise<boolean>
}

/**
 * Tries a code when the form is submitted, and by itself as soon as it is whole: once at a time, never again after a right one, and
 * never by itself the one that was refused. What is typed or pasted after a refusal stands in for the refused code.
 */
export const useVerify = ({ form, code, isWhole, isBusy, isSpent, tryCode }: Verifying): (() => Promise<void>) => {
  const at = useRef<{ isUnderWay: boolean; tried: string }>({ isUnderWay: false, tried: '' })
  const verify = async () => {
    if (at.current.isUnderWay || isBusy || isSpent) return
    at.current = { isUnderWay: true, tried: code }
    // A right one leads away from here.
    if (await tryCode(code)) return
    at.current.isUnderWay = false
    const field = form.current?.querySelector('input')
    field?.focus()
    // What was typed meanwhile is another code.
    if (field?.value === code) field.select()
  }
  const latest = useRef(verify)
  useEffect(() => {
    latest.current = verify
  })
  useEffect(() => {
    if (!isWhole || isBusy || isSpent || code === at.current.tried) return
    const timer = setTimeout(() => void latest.current(), pauseMs)
    return () => clearTimeout(timer)
  }, [code, isWhole, isBusy, isSpent])
  return verify
}
