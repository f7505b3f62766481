import { fieldProblem, Rejected } from '../../domain/rejected.ts'
import type { Next, Purpose, Refused } from './challenge.ts'
import { tooMany } from './throttle.ts'

const again: Readonly<Record<Purpose, string>> = {
  'sign-in': 'Please sign in again.',
  'e-mail': 'Please go back and ask anew.',
}

const refused = (text: string, next?: Next) =>
  new Rejected(text, 'validation', {
    problems: [fieldProblem('otp', 'wrong', text)],
    ...(next === undefined ? {} : { data: { next } }),
  })

export const codeOver = (purpose: Purpose): Rejected =>
  refused(`This code is no longer valid. ${again[purpose]}`, 'none')

/** No other code is mailed. Whether the last one is still good only a try of it tells. */
export const noMoreCodes = (purpose: Purpose): Rejected => refused(`No more codes can be sent here. ${again[purpose]}`)

/** Why a code was not taken, in words that say what still helps; `data.next` says it to the form (spec/decisions A2). */
export const codeRefused = (why: Refused, purpose: Purpose): Rejected => {
  if (why.kind === 'throttled') return tooMany(why.seconds)
  if (why.kind === 'over')
    return why.next === 'resend'
      ? refused('This code is too old. Please ask for a new one.', 'resend')
      : codeOver(purpose)
  return why.next === 'code'
    ? refused('This code is not right.', 'code')
    : refused(`This code is not right, and no further one can be tried. ${again[purpose]}`, 'none')
}
