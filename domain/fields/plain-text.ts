import * as z from 'zod/mini'
import { declaredMessage } from '../message.ts'

/** NUL and lone surrogates cannot be stored as text by PostgreSQL (reference/reliability IN-3). */
export const isStorable = (text: string) =>
  !text.includes('\u0000') && !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text)

/** A text that PostgreSQL can store, without white space around it. */
export const plainText = (label: string, isRequired: boolean) => {
  const text = z
    .string(declaredMessage('{label} is a text', { label }))
    .check(z.refine(isStorable, declaredMessage('{label} holds characters that cannot be stored', { label })), z.trim())
  return isRequired ? text.check(z.minLength(1, declaredMessage('{label} is required', { label }))) : text
}
