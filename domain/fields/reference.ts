import * as z from 'zod/mini'
import { defineField, emptyToNull, type Field, type FieldOptions } from './field.ts'
import { jsonIn } from '../json.ts'
import { library } from '../library.ts'
import { declaredMessage } from '../message.ts'

const mostId = 2_147_483_647
const digits = (value: unknown) => (typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value)

const idSchema = (label: string) => {
  const message = declaredMessage('{label} is not a known choice', { label })
  return z
    .number({ error: ({ input }) => (input === null ? declaredMessage('{label} is required', { label }) : message) })
    .check(z.int(message), z.gte(1, message), z.lte(mostId, message))
}

const idInput = ({ label, isRequired }: FieldOptions) => {
  const id = idSchema(label)
  return z.pipe(
    z.transform((value: unknown) => emptyToNull(digits(value))),
    isRequired ? id : z.nullable(id),
  )
}

const oneId = (common: FieldOptions) => ({
  input: idInput(common),
  stored: z.nullable(z.number()),
  initial: null,
})

/** The id of a record of another resource, or null. With `inverse` lists of these count the records that point at each. */
export const reference = ({
  to,
  inverse,
  ...common
}: FieldOptions & { to: string; inverse?: Field['inverse'] }): Field<number | null> => ({
  ...defineField('reference', common, oneId(common)),
  references: to,
  ...(inverse === undefined ? {} : { inverse }),
})

/** A picture: the id of a file record, or null. A form sends the picture itself under the field's path. */
export const picture = (common: FieldOptions): Field<number | null> => ({
  ...defineField('picture', common, oneId(common)),
  references: library,
})

/** A file of any type: the id of a file record, or null. A form sends the file itself under the field's path. */
export const attachment = (common: FieldOptions): Field<number | null> => ({
  ...defineField('file', common, oneId(common)),
  references: library,
})

const listOf = (value: unknown): unknown => {
  if (value === undefined || value === null || value === '') return []
  if (typeof value !== 'string') return Array.isArray(value) ? value.map(digits) : value
  const text = value.trim()
  return text.startsWith('[') ? jsonIn(text) : text.split(',').map((word) => word.trim())
}

/** Ids of records of another resource, each once. With `inverse` the records pointed at show and edit the relation as well. */
export const references = ({
  to,
  max = 200,
  inverse,
  ...common
}: FieldOptions & { to: string; max?: number; inverse?: Field['inverse'] }): Field<number[]> => {
  const { label, isRequired = false } = common
  const ids = z.array(idSchema(label), declaredMessage('{label} is a list', { label })).check(
    z.minLength(isRequired ? 1 : 0, declaredMessage('{label} is required', { label })),
    z.maxLength(max, declaredMessage('{label} has at most {max} entries', { label, max })),
    z.refine((all) => new Set(all).size === all.length, declaredMessage('{label} names one of them twice', { label })),
  )
  const input = z.pipe(
    z.transform((value: unknown) => {
      const read = listOf(value)
      return Array.isArray(read) ? read.map(digits) : read
    }),
    ids,
  )
  const field = defineField('references', common, { input, stored: z.array(z.number()), initial: [] })
  return { ...field, references: to, max, ...(inverse === undefined ? {} : { inverse }) }
}
