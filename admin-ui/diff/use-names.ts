import { useQueries } from '@tanstack/react-query'
import { fieldsWithin, isFile } from '../../domain/fields/walk.ts'
import type { Field } from '../../domain/fields/field.ts'
import { optionsQuery } from '../list/options.ts'
import type { NameOf } from './value-lines.ts'

/** The names of what the fields point at; a number for what is not offered any more. */
export const useNames = (fields: readonly Field[]): NameOf => {
  const within = fields.flatMap(fieldsWithin).filter((field) => !isFile(field))
  const resources = [...new Set(within.flatMap(({ references }) => references ?? []))]
  const found = useQueries({ queries: resources.map(optionsQuery) })
  const names = new Map(
    resources.flatMap((resource, index) =>
      (found[index]?.data ?? []).map(({ value, label }) => [`${resource}-${value}`, label] as const),
    ),
  )
  return (resource, id) => names.get(`${resource}-${id}`) ?? `#${id}`
}
