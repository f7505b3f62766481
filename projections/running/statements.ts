import type { ReadSchema } from '../schema.ts'

type Statement = { name?: string; text: string }

// Each costs a connection some 120 kB: batches of many tables are rare and of many shapes.
const mostPrepared = 200
const mostParts = 9

const known = new WeakMap<ReadSchema, Map<string, Statement>>()
// No two texts of a process share a name, whichever connection runs them.
let names = 0

/** The statement of a shape, which says all of its parts: made once, and prepared where it may come again. */
export const statementOf = (schema: ReadSchema, shape: readonly string[], make: () => string): Statement => {
  const statements = known.get(schema) ?? new Map<string, Statement>()
  known.set(schema, statements)
  const key = shape.join(' ')
  const found = statements.get(key)
  if (found) return found
  if (shape.length > mostParts || statements.size >= mostPrepared) return { text: make() }
  names += 1
  const statement = { name: `read-${names}`, text: make() }
  statements.set(key, statement)
  return statement
}
