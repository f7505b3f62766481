import * as z from 'zod/mini'
import { declaredMessage } from '../message.ts'
import { type Field, type FieldOptions, text } from './field.ts'

/** The three letters of a currency (ISO 4217), in capitals; empty for none. */
export const currency = (common: FieldOptions): Field<string> => {
  const { label } = common
  const known = new Set(['', ...Intl.supportedValuesOf('currency')])
  const field = text({ ...common, max: 3, isRequired: common.isRequired ?? false })
  const input = z.pipe(
    field.input,
    z.string().check(
      z.toUpperCase(),
      z.refine(
        (value) => known.has(value),
        declaredMessage('{label} is a currency of ISO 4217, such as EUR', { label }),
      ),
    ),
  )
  return { ...field, input }
}
