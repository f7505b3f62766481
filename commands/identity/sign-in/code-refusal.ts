import { fieldProblem, Rejected } from '../../../domain/rejected.ts'
import type { Next, Purpose, Refused } from './challenge.ts'
import { tooMany } from './throttle.ts'

const sentences: Readonly<Record<Purpose, { over: string; noMore: string; lastTry: string }>> = {
  'sign-in': {
    over: 'This code is no longer valid. Please sign in again.',
    noMore: 'No more codes can be sent here. Please sign in again.',
    lastTry: 'This code is not right, and no further one can be tried. Please sign in again.',
  },
  'e-mail': {
    over: 'This code is no longer valid. Please go back and ask anew.',
    noMore: 'No more codes can be sent here. Please go back and ask anew.',
    lastTry: 'This code is not right, and no further one can be tried. Please go back and ask anew.',
  },
}

const refused = (text: string, next?: Next) =>
  new Rejected(text, 'validation', {
    problems: [fieldProblem('otp', 'wrong', text)],
    ...(next === undefined ? {} : { data: { next } }),
  })

/** The refusal of a code that is used up or past its time. */
export const codeOver = (purpose: Purpose): Rejected => refused(sentences[purpose].over, 'none')

/** No other code is mailed. Whether the last one is still good only a try of it tells. */
export const noMoreCodes = (purpose: Purpose): Rejected => refused(sentences[purpose].noMore)

/** Why a code was not taken, in words that say what still helps; `data.next` says it to the form (A2). */
export const codeRefused = (why: Refused, purpose: Purpose): Rejected => {
  if (why.kind === 'throttled') return tooMany(why.seconds)
  if (why.kind === 'over')
    return why.next === 'resend'
      ? refused('This code is too old. Please ask for a new one.', 'resend')
      : codeOver(purpose)
  return why.next === 'code' ? refused('This code is not right.', 'code') : refused(sentences[purpose].lastTry, 'none')
}
