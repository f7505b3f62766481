import * as z from 'zod/mini'
import { declaredMessage } from '../message.ts'

/** NUL and lone surrogates cannot be stored as text by PostgreSQL (IN-3). */
export const isStorable = (text: string) =>
  !text.includes('\u0000') && !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text)

/** A text as one line: breaks and control characters between words are spaces, so that no name writes lines of a mail, a log or a list. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** A text that PostgreSQL can store, without white space around it, in one line when said. */
export const plainText = (label: string, isRequired: boolean, isLine = false) => {
  const required = declaredMessage('{label} is required', { label })
  const wrong = declaredMessage('{label} is a text', { label })
  const isLeftOut = (input: unknown) => isRequired && (input === null || input === undefined)
  const text = z
    .string({ error: ({ input }) => (isLeftOut(input) ? required : wrong) })
    .check(
      z.refine(isStorable, declaredMessage('{label} holds characters that cannot be stored', { label })),
      isLine ? z.overwrite(oneLine) : z.trim(),
    )
  return isRequired ? text.check(z.minLength(1, required)) : text
}
