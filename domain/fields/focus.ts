import * as z from 'zod/mini'
import { type Field, type FieldOptions, text } from './field.ts'
import { declaredMessage } from '../message.ts'

const points = /^(?:100|\d{1,2}) (?:100|\d{1,2})$/

/** The point of a picture that stays in sight where it is cropped: `30 70`, in percent from left and top; empty for the middle. */
export const focus = <const Name extends string>({
  of,
  ...common
}: FieldOptions & { of: Name }): Field<string, Name> => {
  const field = text<Name>({ ...common, max: 7, isRequired: false })
  const isPoint = z.refine(
    (value) => value === '' || (typeof value === 'string' && points.test(value)),
    declaredMessage('{label} is not valid', { label: common.label }),
  )
  return { ...field, input: field.input.check(isPoint), focusOf: of }
}
