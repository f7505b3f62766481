import * as z from 'zod/mini'
import { defineField, type Field, type FieldOptions } from './field.ts'
import { declaredMessage } from '../message.ts'
import { isStorable } from './plain-text.ts'

/** Written and never read back: kept encrypted in its own table, events hold its entry's name. Empty leaves it, null takes it away. */
export const secret = ({ max = 255, ...common }: FieldOptions & { max?: number }): Field<string | null> => {
  const { label } = common
  const text = z
    .string(declaredMessage('{label} is a text', { label }))
    .check(
      z.refine(isStorable, declaredMessage('{label} holds characters that cannot be stored', { label })),
      z.maxLength(max, declaredMessage('{label} has at most {max} characters', { label, max })),
    )
  const input = z.nullable(text)
  return { ...defineField('secret', common, { input, stored: z.nullable(z.string()), initial: null }), max }
}
