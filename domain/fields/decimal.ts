import * as z from 'zod/mini'
import { declaredMessage } from '../message.ts'
import { defineField, emptyToNull, type Field, type FieldOptions } from './field.ts'

type DecimalOptions = FieldOptions & { min?: number; max?: number; digits?: number }

// 15 significant digits are what a JSON number holds as it was written.
const most = 999_999_999_999

/** The number that a text is, with a point before its decimal places; null where it is none. */
const asDecimal = (value: unknown): number | null => {
  const text = typeof value === 'string' ? value.normalize('NFKC').trim() : ''
  return /^-?\d{1,12}(\.\d{1,6})?$/.test(text) ? Number(text) : null
}

/** A number with at most `digits` decimal places (2), from 0 to 999,999,999,999 unless said otherwise; null where there is none. */
export function decimal(options: DecimalOptions & { isRequired: true }): Field<number | null> & { isRequired: true }
export function decimal(options: DecimalOptions): Field<number | null>
export function decimal({ min = 0, max = most, digits = 2, ...common }: DecimalOptions): Field<number | null> {
  const { label } = common
  const message = declaredMessage('{label} is a number from {min} to {max} with at most {digits} decimal places', {
    label,
    min,
    max,
    digits,
  })
  const empty = declaredMessage('{label} is required', { label })
  const error = ({ input }: { input?: unknown }) => (input === null ? empty : message)
  const number = z.number({ error }).check(
    z.gte(min, message),
    z.lte(max, message),
    z.refine((value) => Number(value.toFixed(digits)) === value, message),
  )
  const read = z.pipe(
    z.transform((value: unknown) => asDecimal(value) ?? emptyToNull(value)),
    common.isRequired ? number : z.nullable(number),
  )
  const field = defineField('decimal', common, { input: read, stored: z.nullable(z.number()), initial: null })
  return { ...field, min, max, digits }
}

/** An amount in the currency of the site, which its configuration names. */
export function money(options: DecimalOptions & { isRequired: true }): Field<number | null> & { isRequired: true }
export function money(options: DecimalOptions): Field<number | null>
export function money(options: DecimalOptions): Field<number | null> {
  return { ...decimal(options), isMoney: true }
}
