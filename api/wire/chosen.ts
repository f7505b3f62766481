import { z } from 'zod'
import { fieldProblem, Rejected } from '../../domain/rejected.ts'
import type { Resource } from '../../domain/resource.ts'
import { plain } from './wire.ts'

const strange = '{name} is not a field of {plural}'

/** What a read takes that answers some of the names of a record and no other, in the order in which they are asked for. */
export const fieldsQuery = plain(2_000)
  .optional()
  .describe(
    'Names of the answer, by commas: records then hold these alone, such as `id,label`. All of them without it.',
  )

/** The names that `fields` asks for, each once; null for all. @throws Rejected malformed for one that is not in the schema of the record (X26) */
export const chosenNames = (
  resource: Resource,
  { shape }: z.ZodObject,
  asked: string | undefined,
): readonly string[] | null => {
  if (asked === undefined) return null
  const names = [...new Set(asked.split(',').map((name) => name.trim()))].filter(Boolean)
  const problems = names.flatMap((name) =>
    Object.hasOwn(shape, name)
      ? []
      : [fieldProblem('fields', 'unknown', strange, { name: name.slice(0, 60), plural: resource.plural })],
  )
  const [first] = problems
  if (first) throw new Rejected(strange, 'malformed', { values: first.values, problems })
  return names.length === 0 ? null : names
}
