import { useQuery } from '@tanstack/react-query'
import { optionsSchema, type Option } from '../../ui-shared/api/answers.ts'
import { api } from '../../ui-shared/api/client.ts'
import { rowsSchema, titleOf } from './row.ts'

// Where the choices of a reference come from (spec/decisions T5, P12); others are read from their list.
const paths: Readonly<Record<string, string>> = {
  category: '/utility/getCategories',
  title: '/utility/getTitle',
  division: '/utility/getDivision',
  departement: '/utility/getDepartement',
  employee: '/utility/getEmployee',
  role: '/utility/getRoles',
}

const load = async (resource: string, signal: AbortSignal): Promise<Option[]> => {
  const path = paths[resource]
  if (path) return (await api.get(path, { as: optionsSchema, signal })).data
  const { data } = await api.get(`/${resource}`, { query: { per_page: 100, status: 'active' }, as: rowsSchema, signal })
  return data.map((row) => ({ value: row.id, label: titleOf(row) }))
}

/** Asks what a reference to the resource can be. */
export const optionsQuery = (resource: string) => ({
  queryKey: [resource, 'options'],
  queryFn: ({ signal }: { signal: AbortSignal }) => load(resource, signal),
  staleTime: 30_000,
})

/** What a reference to the resource can be. */
export const useOptions = (resource: string, isWanted = true) =>
  useQuery({ ...optionsQuery(resource), enabled: isWanted })
