import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isObject } from '../../domain/json.ts'
import { declaredMessage, messageOf, spoken, type Values } from '../../domain/message.ts'
import { type FieldProblem, fieldProblem, Rejected, rejectFields } from '../../domain/rejected.ts'
import { readIfSent, readSent } from './sent.ts'

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

const unknownParameter = 'This address takes no parameter {name}.'

// Where a schema has no words of its own, nobody is to read those of the library.
const inOurWords = { error: () => '{name} is not valid' }

// Clients send these wherever they look at a list, also where they mean nothing (X10, X24).
const sentAnywhere = { type: true, keyword: true, page: true, per_page: true }
// Of a name that is shown in the refusal.
const longestName = 80

const problem = (keyword: string, instancePath: string, message: string) => ({
  keyword,
  instancePath,
  schemaPath: '',
  params: {},
  message,
})

/** The names in a query that its schema does not know: whoever sent them would take the answer for what they asked (X24). */
const unknownIn = (schema: z.ZodType, data: unknown): string[] =>
  schema instanceof z.ZodObject && isObject(data)
    ? Object.keys(data).filter((name) => !Object.hasOwn(schema.shape, name) && !Object.hasOwn(sentAnywhere, name))
    : []

/** How Fastify reads paths and queries by their schemas. */
export const validatorCompiler =
  ({ schema, httpPart }: { schema: z.ZodType; httpPart?: string }) =>
  (data: unknown) => {
    const unknown = httpPart === 'querystring' ? unknownIn(schema, data) : []
    if (unknown.length > 0)
      return { error: unknown.map((name) => problem('unknown', name.slice(0, longestName), unknownParameter)) }
    const read = schema.safeParse(data, inOurWords)
    if (read.success) return { value: read.data }
    return { error: read.error.issues.map(({ path, code, message }) => problem(code, path.join('.'), message)) }
  }

/** @throws Rejected malformed for parameters that a read knows and does not take of whoever asks (X24) */
export const refuseParameters = (names: readonly string[]): void => {
  const [name] = names
  if (name === undefined) return
  const problems = names.map((one) => fieldProblem(one, 'unknown', unknownParameter, { name: one }))
  throw new Rejected(unknownParameter, 'malformed', { values: { name }, problems })
}

const namesIn = (schema: z.core.$ZodType): readonly string[] | null => {
  if (schema instanceof z.ZodPipe) return namesIn(schema.in)
  return schema instanceof z.ZodObject && schema.def.catchall === undefined ? Object.keys(schema.shape) : null
}

const known = new WeakMap<z.core.$ZodType, readonly string[] | null>()

/** The names that a schema takes, null where it takes any. */
const namesOf = (schema: z.core.$ZodType): readonly string[] | null => {
  const names = known.get(schema)
  if (names !== undefined) return names
  const found = namesIn(schema)
  known.set(schema, found)
  return found
}

/** @throws Rejected validation for what is not among the names: whoever sent it would think that it was heard */
export const refuseOthers = (names: readonly string[], fields: object): void => {
  const strange = Object.keys(fields).filter((name) => !names.includes(name))
  if (strange.length === 0) return
  rejectFields(
    strange.map((given) => {
      const name = given.slice(0, longestName)
      return fieldProblem(name, 'unknown', '{name} is not known here', { name })
    }),
  )
}

/**
 * Reads a form or a JSON object by a schema. A name that it does not know is refused (docs/decisions/api/0060); what clients of strangers
 * send besides at the sign-in has no effect. @throws Rejected validation
 */
export const readFields = async <S extends z.ZodType>(request: FastifyRequest, schema: S): Promise<z.output<S>> => {
  const { fields } = await readSent(request)
  const read = fieldsBy(schema, fields)
  const names = request.session ? namesOf(schema) : null
  if (names) refuseOthers(names, fields)
  return read
}

/**
 * Of a call that takes no body: what somebody sends all the same would be thanked for and thrown away. An empty body is none, and
 * what clients of strangers send besides has no effect, as above. @throws Rejected validation
 */
export const refuseBody = async (request: FastifyRequest): Promise<void> => {
  if (!request.session) return
  const { fields, files } = await readIfSent(request)
  refuseOthers([], { ...fields, ...files })
}

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
