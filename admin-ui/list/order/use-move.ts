import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Place } from '../../../domain/order.ts'
import type { Resource } from '../../../domain/resource.ts'
import { writtenSchema } from '../../../ui-shared/api/answers.ts'
import { api } from '../../../ui-shared/api/client.ts'
import { say, t } from '../../../ui-shared/i18n.ts'
import { showError } from '../../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../../ui-shared/overlay/toast.tsx'
import { pageQuery } from '../list-query.ts'
import { type Row, rowsSchema } from '../row.ts'
import type { ListState } from '../use-list-state.ts'

/** How the rows of a list are put into another order. */
export type Mover = {
  isBusy: boolean
  /** Puts a row where another of the page stands. */
  moveTo: (row: Row, target: Row) => void
  /** Puts a row one place up (-1) or down (1), also over the end of the page. */
  step: (row: Row, by: -1 | 1) => void
  /** True when there is a place in that direction. */
  canStep: (row: Row, by: -1 | 1) => boolean
}

const send = (resource: Resource, id: number, place: Place) =>
  api.post(`/${resource.name}/${id}/reorder`, { body: place, as: writtenSchema })

/** What stands next to a row: of this page, or the nearest of the page before or after. */
const neighbour = async (resource: Resource, state: ListState, rows: readonly Row[], row: Row, by: -1 | 1) => {
  const index = rows.findIndex(({ id }) => id === row.id)
  const near = rows[index + by]
  if (near || index === -1) return near
  const query = pageQuery(resource, { ...state, page: state.page + by })
  const { data } = await api.get(`/${resource.name}`, { query, as: rowsSchema })
  return by === -1 ? data.at(-1) : data[0]
}

const moved = (rows: readonly Row[], row: Row, target: Row): Row[] => {
  const rest = rows.filter(({ id }) => id !== row.id)
  return rest.toSpliced(
    rows.findIndex(({ id }) => id === target.id),
    0,
    row,
  )
}

/** Moves rows of an ordered list: they stand in their new order at once, and fall back when the server refuses. */
export const useMove = (resource: Resource, state: ListState, rows: readonly Row[], pages: number) => {
  const client = useQueryClient()
  const [shown, setShown] = useState<readonly Row[] | null>(null)
  const run = async (row: Row, place: Place, back?: Place) => {
    try {
      const { message } = await send(resource, row.id, place)
      toastSuccess(say(message), back && (() => void run(row, back)))
    } catch (error) {
      showError(error)
    }
    await client.invalidateQueries({ queryKey: [resource.name] })
    setShown(null)
  }
  const indexOf = (row: Row) => rows.findIndex(({ id }) => id === row.id)
  const placeAt = (row: Row, target: Row, isUp: boolean): Place | undefined =>
    target.id === row.id ? undefined : isUp ? { before: target.id } : { after: target.id }
  // Where it came from, as far as the page shows it.
  const backOf = (row: Row): Place | undefined => {
    const [previous, next] = [rows[indexOf(row) - 1], rows[indexOf(row) + 1]]
    if (previous) return { after: previous.id }
    return next && { before: next.id }
  }
  const moveTo = (row: Row, target: Row) => {
    const place = placeAt(row, target, indexOf(target) < indexOf(row))
    if (!place || shown) return
    setShown(moved(rows, row, target))
    void run(row, place, backOf(row))
  }
  const step = async (row: Row, by: -1 | 1) => {
    const near = await neighbour(resource, state, rows, row, by).catch(showError)
    if (!near) return
    if (indexOf(near) !== -1) return moveTo(row, near)
    const place = placeAt(row, near, by === -1)
    if (place) await run(row, place, backOf(row))
  }
  const canStep = (row: Row, by: -1 | 1) =>
    by === -1 ? state.page > 1 || indexOf(row) > 0 : state.page < pages || indexOf(row) < rows.length - 1
  const mover: Mover = { isBusy: shown !== null, moveTo, step: (row, by) => void step(row, by), canStep }
  return { mover, rows: shown ?? rows }
}

/** The words of a place, for those who hear where a row went. */
export const placeWords = (position: number, total: number): string =>
  t('place {position} of {total}', { position, total })
