import * as z from 'zod/mini'

const said = {
  id: z.optional(z.string()),
  values: z.optional(z.catchall(z.object({}), z.union([z.string(), z.number()]))),
}

/** One field that the server refused, with the sentence of each broken rule, and the message that the first one is. */
export const fieldErrorSchema = z.object({
  property: z.string(),
  constraints: z.catchall(z.object({}), z.string()),
  ...said,
})
export type FieldError = z.infer<typeof fieldErrorSchema>

/** The message of any answer, sentences beside it, and the rest of one that is not a success (X3). */
export const problemSchema = z.object({
  name: z.optional(z.string()),
  message: z.optional(z.string()),
  ...said,
  notes: z.optional(z.array(z.object({ message: z.string(), ...said }))),
  errors: z.optional(z.array(fieldErrorSchema)),
  data: z.optional(z.unknown()),
})

/** `status` is 0 when no answer came; `errors` names fields (422), `data` is what the client needs to go on (412). */
export class ApiError extends Error {
  readonly status: number
  readonly errors: readonly FieldError[]
  readonly data: unknown
  constructor(status: number, name: string, message: string, errors: readonly FieldError[] = [], data: unknown = null) {
    super(message)
    this.name = name
    this.status = status
    this.errors = errors
    this.data = data
  }
}

/** The status of an error that came from the API, else undefined. */
export const statusOf = (error: unknown): number | undefined => (error instanceof ApiError ? error.status : undefined)

/** The first sentence of each refused field, else the message (T2). */
export const sentencesOf = (error: ApiError): string[] => {
  const first = error.errors.flatMap((problem) => Object.values(problem.constraints).slice(0, 1))
  return first.length > 0 ? first : [error.message]
}
