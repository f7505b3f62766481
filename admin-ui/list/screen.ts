import type { ComponentType } from 'react'
import type { Resource } from '../../domain/resource.ts'
import type { Row } from './row.ts'

/** A cell of a resource's own, for a column that the default does not show as it should. */
export type Cell = ComponentType<{ row: Row; resource: Resource }>

/**
 * Where a resource's screens differ from what its declaration gives. Nothing else is needed to have them.
 * `cells` replace the default by column, `publicPath` is the address that "Copy" copies, where that is not its page in the portal,
 * `layout` orders the fields of the form in titled rows, some of them beside the others, `filterPlaceholders` are the words of an open filter,
 * `preview` names the fields that the portal shows above the text.
 * `columns` stand after the declared ones. `Name` are the names of the fields.
 */
export type ScreenOverrides<Name extends string = string> = {
  cells?: Readonly<Partial<Record<Name, Cell>>>
  publicPath?: (row: Row) => string | null
  layout?: readonly { title: string | null; isBeside?: true; rows: readonly (readonly Name[])[] }[]
  filterPlaceholders?: Readonly<Partial<Record<Name, string>>>
  preview?: { category: Name; picture: Name }
  columns?: readonly { name: string; heading: string; Cell: Cell }[]
  /** Drawn beside the list: the record that its address names, instead of a screen of its own. */
  Drawer?: ComponentType<{ resource: Resource; rows: readonly Row[] }>
  /** What stands in the head of the list, and with what is ticked. */
  Head?: ComponentType<{ resource: Resource }>
  Ticked?: ComponentType<{ resource: Resource; rows: readonly Row[]; onDone: () => void }>
  /** The facts of the list in the head. */
  Facts?: ComponentType<{ resource: Resource }>
  /** Where a record is opened beside the list, instead of on a screen of its own. */
  openAt?: (row: Row) => string
}

/** The address that "Copy" copies of a record, by its page in the portal unless the screens say another; undefined where records have none. */
export const publicPathOf = ({ portal }: Resource, { publicPath }: ScreenOverrides): ScreenOverrides['publicPath'] => {
  const at = portal?.at
  return publicPath ?? (at === undefined ? undefined : ({ slug }) => (slug ? `${at}${slug}` : null))
}
