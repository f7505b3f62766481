import * as z from 'zod/mini'
import type { Json } from '../event.ts'
import { defineField, emptyToNull, type Field, type FieldOptions } from './field.ts'
import { declaredMessage } from '../message.ts'

const momentPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

/** True for a day of the calendar as YYYY-MM-DD. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text

// With its offset a moment may lie in the year before or after, which has to be one of four digits too.
const isInOurEra = (moment: Date) => moment >= new Date('0001-01-01T00:00:00Z') && moment.toISOString().length === 24

/** True for a moment as ISO 8601 with its offset from UTC. */
export const isMoment = (text: string): boolean =>
  momentPattern.test(text) && isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)) && isInOurEra(new Date(text))

const optional = (
  schema: z.ZodMiniType<string, unknown>,
  { label, isRequired }: FieldOptions,
): z.ZodMiniType<Json, unknown> =>
  z.pipe(
    z.transform((value: unknown): unknown => emptyToNull(value)),
    z.nullable(schema).check(
      z.refine((value) => value !== null || isRequired !== true, {
        error: declaredMessage('{label} is required', { label }),
      }),
    ),
  )

/** A day of the calendar as YYYY-MM-DD, without a time zone; null when it is not set. */
export const date = (common: FieldOptions): Field<string | null> => {
  const message = declaredMessage('{label} is not a date', { label: common.label })
  const day = z.string(message).check(z.refine(isDay, message))
  return defineField('date', common, { input: optional(day, common), stored: z.nullable(z.string()), initial: null })
}

/** A moment, kept in UTC as ISO 8601; sent with its offset from UTC. Null when it is not set. */
export const moment = (common: FieldOptions): Field<string | null> => {
  const message = declaredMessage('{label} is not a date with a time and an offset', { label: common.label })
  const iso = z.pipe(
    z.string(message).check(z.refine(isMoment, message)),
    z.transform((text: string) => new Date(text).toISOString()),
  )
  return defineField('moment', common, { input: optional(iso, common), stored: z.nullable(z.string()), initial: null })
}

/** The two moments of `activeBetween`; left empty, a record counts as active whenever its status says so. */
export const activeSpan = {
  active_from: moment({ label: 'Active from', hint: 'Empty: from the start.' }),
  active_until: moment({ label: 'Active until', hint: 'Empty: without an end.' }),
}
