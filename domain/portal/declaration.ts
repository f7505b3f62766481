import type { Field } from '../fields/field.ts'
import type { Held } from '../shapes/list-declaration.ts'

/** What employees read of a resource: only active records, only these fields; pictures as `<field>_url`. */
export type PortalDeclaration<Name extends string = string> = {
  /** Where each record has a page of its own: its address before the slug. */
  at?: string
  /** Only records whose fields hold one of these values are shown, such as those in some states. */
  where?: Held<Name, readonly (string | boolean)[]>
  /**
   * What its list is called in the portal, where that and the page of each record follow from the declaration: they stand at `/<name>`
   * and `/<name>/<slug or id>`. Without a title the portal has screens of its own for it, or none.
   */
  title?: string
  list: readonly Name[]
  /** The call under /utility that answers the live record, or all of them where none is live. */
  call?: string
  detail?: readonly Name[]
  filters?: readonly Name[]
  /** Fields that a record shares with the ones before and after it. */
  neighboursBy?: readonly Name[]
}

/** The references that a record must have: it is listed in the portal while the records behind them are active. */
export const activeWith = ({
  fields,
  portal,
}: {
  fields: Readonly<Record<string, Field>>
  portal?: unknown
}): string[] =>
  Object.entries(fields).flatMap(([name, { kind, isRequired }]) =>
    portal !== undefined && kind === 'reference' && isRequired ? [name] : [],
  )
