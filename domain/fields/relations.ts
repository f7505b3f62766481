import { references } from './reference.ts'
import type { Field } from './field.ts'
import type { Resource } from '../resource.ts'

/** The end of a relation that another resource holds: `field` of `holder` points here, where it is shown and edited as `name`. */
export type OtherEnd = { holder: string; field: string; name: string; label: string; isAcyclic: boolean }

type Declared = Pick<Resource, 'name' | 'fields'>

// More than anybody leads at once.
const most = 2_000

/** The relations that point at a resource and are edited from there as well (`inverse`). */
export const otherEnds = (resources: readonly Declared[], { name: to }: { name: string }): OtherEnd[] =>
  resources.flatMap(({ name: holder, fields }) =>
    Object.entries(fields).flatMap(([field, { kind, references: target, inverse, isAcyclic = false }]) =>
      kind === 'references' && target === to && inverse ? [{ holder, field, isAcyclic, ...inverse }] : [],
    ),
  )

/** What lists of a resource count: the records of `holder` whose reference `field` points at a row, as `name`. */
export const countsOf = (
  resources: readonly Declared[],
  { name: to }: { name: string },
): Pick<OtherEnd, 'holder' | 'field' | 'name'>[] =>
  resources.flatMap(({ name: holder, fields }) =>
    Object.entries(fields).flatMap(([field, { kind, references: target, inverse }]) =>
      kind === 'reference' && target === to && inverse ? [{ holder, field, name: inverse.name }] : [],
    ),
  )

/** The field that a form asks for and a client sends in the place of the other end. */
export const fieldOf = ({ holder, label }: OtherEnd): Field => references({ to: holder, label, max: most })
