import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { declaredMessage, messageOf, spoken, type Values } from '../domain/message.ts'
import { type FieldProblem, fieldProblem, rejectFields } from '../domain/rejected.ts'
import { readSent } from './body/sent.ts'

/** What answers hold of a message (domain/message.ts). */
const messageShape = { id: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) }
export const messageSchema = z.object(messageShape)
export const spokenShape = { message: z.string(), ...messageShape }

/** A required text of a form. */
export const word = (label: string, most = 1_000) =>
  z
    .string(declaredMessage('{label} is required', { label }))
    .min(1, declaredMessage('{label} is required', { label }))
    .max(most, declaredMessage('{label} is too long', { label }))

/** What a schema refuses of a path or a query: our own sentences name the property, those of zod follow its name. */
export const namedProblem = (property: string, rule: string, sentence: string): FieldProblem => {
  const { id, values } = messageOf(sentence)
  const name = property || 'The request'
  return id.includes('{name}')
    ? fieldProblem(property, rule, id, { ...values, name })
    : fieldProblem(property, rule, '{name} {problem}.', { name, problem: sentence })
}

// Where a schema has no words of its own, nobody is to read those of the library.
const inOurWords = { error: () => '{name} is not valid' }

/** How Fastify reads paths and queries by their schemas. */
export const validatorCompiler =
  ({ schema }: { schema: z.ZodType }) =>
  (data: unknown) => {
    const read = schema.safeParse(data, inOurWords)
    if (read.success) return { value: read.data }
    return {
      error: read.error.issues.map(({ path, code, message }) => ({
        keyword: code,
        instancePath: path.join('.'),
        schemaPath: '',
        params: {},
        message,
      })),
    }
  }

/** Reads a form or a JSON object by a schema; names it does not know have no effect. @throws Rejected validation */
export const readFields = async <S extends z.ZodType>(request: FastifyRequest, schema: S): Promise<z.output<S>> =>
  fieldsBy(schema, (await readSent(request)).fields)

/** The same of what was read already. */
export const fieldsBy = <S extends z.ZodType>(schema: S, fields: unknown): z.output<S> => {
  const read = schema.safeParse(fields, inOurWords)
  if (read.success) return read.data
  const problems = new Map<string, FieldProblem>()
  for (const { path, code, message } of read.error.issues) {
    const property = path.join('.')
    const isNamed = message.includes('{name}')
    const problem = isNamed ? namedProblem(property, code, message) : fieldProblem(property, code, message)
    if (!problems.has(property)) problems.set(property, problem)
  }
  return rejectFields([...problems.values()])
}

/** What a call answers that did something and has nothing to show for it. */
export const doneSchema = z.object({ type: z.literal('success'), name: z.string(), ...spokenShape })
/** The body of such an answer. @param name what it was done to */
export const done = (name: string, id: string, values: Values = {}) => ({
  type: 'success' as const,
  name,
  ...spoken({ id, values }),
})
