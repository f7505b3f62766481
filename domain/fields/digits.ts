import * as z from 'zod/mini'
import { defineField, type Field, type FieldOptions } from './field.ts'
import { declaredMessage } from '../message.ts'
import { plainText } from './plain-text.ts'

/** A number that is a name: a text of digits, whose leading zeros stay. A JSON number is read as its digits (E4). */
export const digits = ({ max = 20, ...common }: FieldOptions & { max?: number }): Field<string> => {
  const { label, isRequired = true } = common
  const text = plainText(label, isRequired).check(
    z.normalize('NFKC'),
    z.refine((value) => /^\d*$/.test(value), declaredMessage('{label} holds digits only', { label })),
    z.refine((value) => value.length <= max, declaredMessage('{label} has at most {max} characters', { label, max })),
  )
  const input = z.pipe(
    z.transform((value: unknown) => (Number.isSafeInteger(value) ? String(value) : value)),
    text,
  )
  return { ...defineField('text', { ...common, isRequired }, { input, stored: z.string(), initial: '' }), max }
}
