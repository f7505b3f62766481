import { z } from 'zod'
import type { Field, FieldKind } from '../../domain/fields/field.ts'
import type { Fields } from '../../domain/fields/values.ts'

type Shape = Record<string, z.ZodType>

/** What a kind of field looks like on the wire. */
type WireKind = {
  /** The names under which a record answers it, each with its schema. */
  answers(name: string, field: Field): Shape
  /** What a client may send for it; what `input` reads when nothing is said. */
  sends?: z.core.$ZodType
}

const named = z.object({
  id: z.number(),
  name: z.string(),
  slug: z.string().nullable().optional(),
  isInactive: z.boolean().optional(),
})

const plain =
  (schema: z.ZodType) =>
  (name: string): Shape => ({ [name]: schema.optional() })

const text: WireKind = { answers: plain(z.string().nullable()) }
const texts: WireKind = { answers: plain(z.array(z.string())), sends: z.union([z.array(z.string()), z.string()]) }
const number = z.union([z.int(), z.string()])
const file: WireKind = {
  answers: (name) => ({ [name]: z.number().nullable().optional(), [`${name}_url`]: z.string().nullable().optional() }),
  sends: z.union([z.file(), z.int(), z.string(), z.null()]),
}
const partsOf = (fields: Fields = {}): Shape =>
  Object.assign({}, ...Object.entries(fields).map(([name, field]) => wireKinds[field.kind].answers(name, field)))

/** What the API knows of each kind of field. */
export const wireKinds: Readonly<Record<FieldKind, WireKind>> = {
  text,
  longText: text,
  html: text,
  css: text,
  email: text,
  link: text,
  choice: text,
  state: text,
  date: text,
  moment: text,
  flag: { answers: plain(z.boolean()) },
  integer: { answers: plain(z.number().nullable()), sends: number },
  decimal: { answers: plain(z.number().nullable()), sends: z.union([z.number(), z.string()]) },
  picture: file,
  file,
  reference: { answers: plain(named.nullable()), sends: number },
  references: { answers: plain(z.array(named)), sends: z.union([z.array(z.int()), z.string()]) },
  emails: texts,
  permissions: texts,
  // Only whether it is set leaves the server.
  secret: { answers: (name) => ({ [`${name}_set`]: z.boolean().optional() }) },
  object: {
    answers: (name, { fields }) => ({ [name]: z.object(partsOf(fields)).nullable().optional() }),
    sends: z.union([z.looseObject({}), z.string()]),
  },
  list: {
    answers: (name, { of }) => ({
      [name]: z
        .array(of?.kind === 'object' ? z.object({ id: z.number(), ...partsOf(of.fields) }) : z.unknown())
        .optional(),
    }),
    sends: z.union([z.array(z.unknown()), z.string()]),
  },
  tree: {
    answers: (name, { fields }) => ({
      [name]: z.array(z.looseObject({ id: z.number(), ...partsOf(fields), children: z.array(z.unknown()) })).optional(),
    }),
    sends: z.union([z.array(z.unknown()), z.string()]),
  },
}
