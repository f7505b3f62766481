import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type * as z from 'zod/mini'
import { say } from '../i18n.ts'

/** Judges a form by a schema, the first sentence of each field; what is kept as it was is not judged: it may be older than the rule. */
export const judgedBy =
  <Values extends FieldValues>(
    schema: z.ZodMiniType,
    isKept: (name: string, values: Values) => boolean = () => false,
  ): Resolver<Values> =>
  (values) => {
    const found = schema.safeParse(values).error?.issues ?? []
    const issues = found.filter(({ path }) => !isKept(String(path[0]), values))
    if (issues.length === 0) return { values, errors: {} }
    const lines = issues
      .toReversed()
      .map(({ path, message }) => [String(path[0]), { type: 'schema', message: say(message) }])
    // A form of the library names its fields in its type; the names here come from the schema.
    return { values: {}, errors: Object.fromEntries(lines) as FieldErrors<Values> }
  }
