import { useState } from 'react'
import { isGivenOnce } from '../../domain/fields/walk.ts'
import { fieldsOfDraft } from '../../domain/publishing.ts'
import type { Resource } from '../../domain/resource.ts'
import type { ApiError } from '../../ui-shared/api/error.ts'
import { say, t } from '../../ui-shared/i18n.ts'
import { flagOf, type Row } from '../list/row.ts'
import { type FieldValue, isSame } from './fields/field-values.ts'
import { type FormValues, problemsOf, uploadsOf } from './form-values.ts'
import type { Base } from './save/use-save.ts'

/** What of a form is looked at: what is asked of a draft, of what was changed, or of a record that is to be published. */
export type Asking = 'draft' | 'changes' | 'all'

type Refused = { path: string; message: string; value: FieldValue }

/** The field of a record that a path leads into: `pictures` of `pictures[7].caption`. */
const fieldOf = (path: string): string => path.split(/[.[]/)[0] ?? path

// A refused upload may name no field: it is one of those that were sent.
const refusedUploads = (resource: Resource, { status, errors }: ApiError, values: FormValues): string[] =>
  errors.length === 0 && (status === 413 || status === 415)
    ? uploadsOf(resource, values, Object.keys(values)).map(({ path }) => path)
    : []

// Asked of whoever saves the form until it is stored, changed or not (C2).
const missingIn = ({ fields, isSingleton }: Resource, now: FormValues, row: Row | null): [string, string][] =>
  Object.entries(fields).flatMap(([name, field]) => {
    if (row === null || !isSingleton || !field.isRequired || !isGivenOnce(field)) return []
    const isSecret = field.kind === 'secret'
    // Null takes a secret away: there are mail servers without a password.
    const isMissing = isSecret ? now[name] === '' && !flagOf(row, `${name}_set`) : now[name] === null
    return isMissing ? [[name, t('{label} is required', { label: t(field.label) })]] : []
  })

/** What is wrong with a form, by path: the declaration once somebody tried to save; the server until the field holds something else. */
export const useProblems = (resource: Resource, base: Base, now: FormValues, row: Row | null) => {
  const [judged, setJudged] = useState<Asking | null>(null)
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const look = (asking: Asking, values: FormValues) => {
    const isOld = (name: string) => base.id !== null && isSame(values[name], base.values[name])
    const asked = asking === 'draft' ? { ...resource, fields: fieldsOfDraft(resource) } : resource
    const problems = problemsOf(asked, values, asking === 'all' ? undefined : isOld)
    return new Map([...problems, ...missingIn(resource, values, row)])
  }
  const problems = judged === null ? [] : [...look(judged, now)]
  const standing = refused.filter(({ path, value }) => isSame(value, now[fieldOf(path)]))
  const errors: Record<string, string> = Object.fromEntries([
    ...problems,
    ...standing.map(({ path, message }) => [path, message]),
  ])
  return {
    errors,
    /** True when the declaration has nothing against values that are to be saved. */
    judge: (asking: Asking, values: FormValues): boolean => {
      setJudged(asking)
      setRefused([])
      return look(asking, values).size === 0
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
