import * as z from 'zod/mini'
import { declaredMessage } from '../message.ts'
import { defineField, type Field, type FieldOptions } from './field.ts'
import { words } from './words.ts'

/** A list of permissions, sent as JSON or comma-joined (docs/specification/wire.md#calls). Whether an area exists is for whoever grants them to know. */
export const permissions = (common: FieldOptions): Field<string[]> => {
  const { label } = common
  const unknown = declaredMessage('{label} holds an unknown name', { label })
  const names = z.array(
    z.string().check(z.regex(/^[crudp]-[a-z_]{1,60}$/, unknown)),
    declaredMessage('{label} is a list', { label }),
  )
  const read = z.pipe(
    z.transform(words),
    names.check(z.maxLength(500, declaredMessage('{label} is too long', { label }))),
  )
  return defineField('permissions', common, { input: read, stored: z.array(z.string()), initial: [] })
}
