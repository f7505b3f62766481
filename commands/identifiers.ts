import type { JsonObject } from '../domain/event.ts'
import { namedFields } from '../domain/fields/walk.ts'
import { fieldProblem, rejectFields } from '../domain/rejected.ts'
import type { RecordState, Resource } from '../domain/resource.ts'
import { canMislead } from '../platform/look-alike.ts'

/** Names that people are told apart by; one that is held already stays good. @throws Rejected validation for a misleading new one */
export const checkIdentifiers = (resource: Resource, before: RecordState, values: JsonObject): void => {
  const problems = namedFields(resource.fields).flatMap(([name, { isIdentifier, label }]) => {
    const value = values[name]
    if (!isIdentifier || typeof value !== 'string' || value === before.values[name] || !canMislead(value)) return []
    return [
      fieldProblem(name, 'identifier', '{label} must be in one script, without characters that look like others', {
        label,
      }),
    ]
  })
  if (problems.length > 0) rejectFields(problems)
}
