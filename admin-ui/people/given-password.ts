import * as z from 'zod/mini'
import { declaredMessage } from '../../domain/message.ts'
import type { Field } from '../../domain/fields/field.ts'
import { secret } from '../../domain/fields/secret.ts'
import { passwordProblems } from '../../domain/password.ts'

const hint = 'May stay empty: somebody new sets their own by the link that is mailed to them, and who has one keeps it.'
// How easy it is to guess, and what it must not hold, is for the server to say.
const unjudged = { names: [], company: [], strength: Number.POSITIVE_INFINITY }

const judged = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? passwordProblems(value, unjudged)[0] : undefined

/** The password that staff give to somebody, as the form asks for it: what is wrong with it at first sight is told with the rest. */
export const givenPassword = (): Field => {
  const field = secret({ label: 'Password', hint })
  const input = z.pipe(
    z.transform((value: unknown, context) => {
      const problem = judged(value)
      if (problem === undefined) return value
      context.issues.push({ code: 'custom', input: value, message: declaredMessage(problem, {}) })
      return z.NEVER
    }),
    field.input,
  )
  return { ...field, input }
}
