import * as z from 'zod/mini'
import { type Field, type FieldOptions, text } from './field.ts'
import { declaredMessage } from '../message.ts'

const points = /^(?:100|\d{1,2}) (?:100|\d{1,2})$/

/**
 * Which point of a picture of the same record stays in sight where that is cropped: `30 70`, in percent from its left and top.
 * Empty for the middle. The control of the picture asks for it.
 */
export const focus = ({ of, ...common }: FieldOptions & { of: string }): Field => {
  const field = text({ ...common, max: 7, isRequired: false })
  const isPoint = z.refine(
    (value) => value === '' || (typeof value === 'string' && points.test(value)),
    declaredMessage('{label} is not valid', { label: common.label }),
  )
  return { ...field, input: field.input.check(isPoint), focusOf: of }
}
