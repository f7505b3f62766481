import { useMemo, useState } from 'react'
import type { Resource } from '../../domain/resource.ts'
import type { ApiError } from '../../ui-shared/api/error.ts'
import { say } from '../../ui-shared/i18n.ts'
import { type FieldValue, isSame } from './fields/field-values.ts'
import { type FormValues, problemsOf, uploadsOf } from './form-values.ts'
import type { Base } from './save/use-save.ts'

type Refused = { path: string; message: string; value: FieldValue }

/** The field of a record that a path leads into: `pictures` of `pictures[7].caption`. */
const fieldOf = (path: string): string => path.split(/[.[]/)[0] ?? path

// A refused upload may name no field: it is one of those that were sent.
const refusedUploads = (resource: Resource, { status, errors }: ApiError, values: FormValues): string[] =>
  errors.length === 0 && (status === 413 || status === 415)
    ? uploadsOf(resource, values, Object.keys(values)).map(({ path }) => path)
    : []

/** What is wrong with a form, by path: the declaration once somebody tried to save; the server until the field holds something else. */
export const useProblems = (resource: Resource, base: Base, now: FormValues) => {
  const [isJudged, setJudged] = useState(false)
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const problems = useMemo(
    () => problemsOf(resource, now, (name) => base.id !== null && isSame(now[name], base.values[name])),
    [resource, base, now],
  )
  const standing = refused.filter(({ path, value }) => isSame(value, now[fieldOf(path)]))
  const errors: Record<string, string> = Object.fromEntries([
    ...(isJudged ? problems : []),
    ...standing.map(({ path, message }) => [path, message]),
  ])
  return {
    errors,
    /** True when the declaration has nothing against the form as it is. */
    judge: (): boolean => {
      setJudged(true)
      setRefused([])
      return problems.size === 0
    },
    refuse: (error: ApiError, values: FormValues): void => {
      const named = error.errors.map(({ property, constraints }) => ({
        path: property,
        message: say(Object.values(constraints)[0] ?? error.message),
      }))
      const unnamed = refusedUploads(resource, error, values).map((path) => ({ path, message: error.message }))
      const known = [...named, ...unnamed].filter(({ path }) => Object.hasOwn(resource.fields, fieldOf(path)))
      setRefused(known.map((one) => ({ ...one, value: values[fieldOf(one.path)] ?? null })))
    },
  }
}
