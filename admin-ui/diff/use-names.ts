import { useQueries } from '@tanstack/react-query'
import type { Field } from '../../domain/fields/field.ts'
import { personalText } from '../../domain/people/masked.ts'
import { employees } from '../../domain/person.ts'
import { can } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { optionsOfQuery } from '../list/options.ts'
import { type NameOf, valueLines } from './value-lines.ts'

const askedAtOnce = 100

/** What these values point at, by resource: ids in pieces that one call may ask for. */
const pointedAt = (values: readonly (readonly [Field, unknown])[]) => {
  const ids = new Map<string, Set<string>>()
  const note: NameOf = (resource, id) => {
    ids.set(resource, (ids.get(resource) ?? new Set()).add(id))
    return id
  }
  for (const [field, value] of values) valueLines(value, field, note)
  return [...ids].flatMap(([resource, all]) => {
    const asked = [...all].filter((id) => /^\d+$/.test(id)).toSorted()
    const pieces = Math.ceil(asked.length / askedAtOnce)
    return Array.from({ length: pieces }, (_, piece) => ({
      resource,
      ids: asked.slice(piece * askedAtOnce, (piece + 1) * askedAtOnce),
    }))
  })
}

/** The names of what values of fields point at; a number for what is not offered any more. Auditors are told no names of employees. */
export const useNames = (values: readonly (readonly [Field, unknown])[]): NameOf => {
  const me = useMe()
  const isAuditor = can(me, 'r-audit') && !can(me, `r-${employees}`)
  const asked = pointedAt(values).filter(({ resource }) => !isAuditor || resource !== employees)
  const found = useQueries({ queries: asked.map(({ resource, ids }) => optionsOfQuery(resource, ids)) })
  const names = new Map(
    asked.flatMap(({ resource }, index) =>
      (found[index]?.data ?? []).map(({ value, label }) => [`${resource}-${value}`, label] as const),
    ),
  )
  const unnamed = (resource: string, id: string) =>
    isAuditor && resource === employees && !can(me, 'r-audit_personal') ? personalText : `#${id}`
  return (resource, id) => names.get(`${resource}-${id}`) ?? unnamed(resource, id)
}
