import type { Resource } from '../../domain/resource.ts'
import { fieldProblem, rejectFields } from '../../domain/rejected.ts'
import type { Services } from '../server/services.ts'
import { countsSchema } from './adapters/ends.ts'
import { recordSchema } from './record.ts'

// The last change and the button that copies are columns that no answer has a name for.
const columnsOf = (services: Services, resource: Resource | undefined): ReadonlySet<string> =>
  new Set(
    resource === undefined
      ? []
      : [
          ...resource.list.columns,
          ...Object.keys(recordSchema(resource).shape),
          ...Object.keys(countsSchema(services, resource)),
          'changed',
          'copy',
        ],
  )

const namesIn = (parameters: URLSearchParams): string[] | null => parameters.get('columns')?.split('.') ?? null

/**
 * The search of a view is the address of its list, which may name the columns that are shown. `resource` is undefined for a list of what is no
 * resource. @throws Rejected validation for a column that the list does not have
 */
export const checkColumns = (services: Services, resource: Resource | undefined, searches: readonly string[]): void => {
  const named = searches.map((search) => namesIn(new URLSearchParams(search))).filter((names) => names !== null)
  if (named.length === 0) return
  const known = columnsOf(services, resource)
  const unknown = [...new Set(named.flat())].filter((name) => !known.has(name))
  if (unknown.length > 0)
    rejectFields(
      unknown.map((name) =>
        fieldProblem('search', 'unknown', '{name} is not a column of this list', { name: name.slice(0, 60) }),
      ),
    )
}

/** The search of a view that was kept, without columns that the list does not have any more. */
export const withKnownColumns = (services: Services, resource: Resource | undefined, search: string): string => {
  const parameters = new URLSearchParams(search)
  const names = namesIn(parameters)
  if (names === null) return search
  const known = columnsOf(services, resource)
  if (names.every((name) => known.has(name))) return search
  parameters.set('columns', names.filter((name) => known.has(name)).join('.'))
  return parameters.toString()
}
