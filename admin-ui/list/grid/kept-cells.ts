import { useEffect, useMemo } from 'react'
import * as z from 'zod/mini'
import type { Resource } from '../../../domain/resource.ts'
import { t } from '../../../ui-shared/i18n.ts'
import type { KeptForm, Typed } from '../../../ui-shared/kept/use-kept-form.ts'
import { asText } from '../../edit/fields/field-values.ts'
import { unkeptNames } from '../../edit/form-values.ts'
import { actorNameOf } from '../row.ts'
import { type GridAction, type GridRow, type GridState, gridAfter, gridOf, type Theirs } from './grid-state.ts'

// What was read and what was typed; null as long as it is asked which text stands.
const keptSchema = z.object({ before: z.nullable(z.string()), value: z.string() })

/** What a grid is kept by on a device: its address. The last character keeps one that begins like another apart from it. */
export const keptName = (resource: Pick<Resource, 'name'>, search: string): string =>
  `${resource.name}/grid/${encodeURIComponent(search)}/`

type Held = Pick<GridState, 'rows' | 'typed' | 'refused'>

/** What is kept of a grid: of each changed cell what was read and what was typed; null when there is nothing. Nothing about people is (X16). */
export const keptOf = (resource: Resource, { rows, typed, refused }: Held): Typed | null => {
  if (resource.isPerson) return null
  const unkept = unkeptNames(resource)
  const cells = rows.flatMap(({ id, values }) =>
    Object.entries(typed[id] ?? {})
      .filter(([name]) => !unkept.includes(name))
      .map(([name, text]) => {
        const isAsked = refused[id]?.theirs[name] !== undefined
        return [`${id} ${name}`, { before: isAsked ? null : asText(values[name]), value: text }] as const
      }),
  )
  return cells.length > 0 ? Object.fromEntries(cells) : null
}

const theirsOf = ({ row, values }: GridRow, name: string): Theirs => ({
  value: asText(values[name]),
  by: actorNameOf(row.changed_by) || t('Somebody'),
})

/** A grid over records as they are now with what was kept of it. Of a cell that others changed since, it is asked which text stands. */
export const withKept = (rows: readonly GridRow[], names: readonly string[], kept: Typed): GridState =>
  rows.reduce((state, row) => {
    const cells = names.flatMap((name) => {
      const { data } = keptSchema.safeParse(kept[`${row.id} ${name}`])
      return data ? [{ id: row.id, name, ...data }] : []
    })
    const asked = cells.filter(({ name, before, value }) => ![before, value].includes(asText(row.values[name])))
    const theirs = Object.fromEntries(asked.map(({ name }) => [name, theirsOf(row, name)]))
    const actions: GridAction[] = [
      ...cells.map((cell): GridAction => ({ do: 'fill', cells: [cell] })),
      ...(asked.length > 0
        ? [{ do: 'refused', id: row.id, refused: { cells: {}, record: null, theirs } } satisfies GridAction]
        : []),
    ]
    return actions.reduce(gridAfter, state)
  }, gridOf(rows))

/** Has this device keep what is typed in a grid, until it is saved or taken back. */
export const useKeptCells = (
  resource: Resource,
  { rows, typed, refused }: GridState,
  { keep, drop }: KeptForm,
): void => {
  const kept = useMemo(() => keptOf(resource, { rows, typed, refused }), [resource, rows, typed, refused])
  useEffect(() => {
    if (kept) keep(kept)
    else void drop()
  }, [kept, keep, drop])
}
