import type { Resource } from '../../../domain/resource.ts'
import { type Written, writtenSchema } from '../../../ui-shared/api/answers.ts'
import { api } from '../../../ui-shared/api/client.ts'
import { ApiError } from '../../../ui-shared/api/error.ts'
import { t } from '../../../ui-shared/i18n.ts'
import { asText, isSame } from '../../edit/fields/field-values.ts'
import { bodyOf, type FormValues } from '../../edit/form-values.ts'
import { fetchRecord } from '../../edit/save/record-query.ts'
import { actorNameOf } from '../row.ts'
import { gridRowOf } from './grid-rows.ts'
import type { GridRow, Refused } from './grid-state.ts'

/** What became of a record: saved, as it was already, or refused; `now` is the record as others left it. */
export type RowSaved =
  | { kind: 'saved'; version: number | undefined; written: Written | null }
  | { kind: 'refused'; refused: Refused; now?: GridRow }

type Asked = { resource: Resource; row: GridRow; values: FormValues; names: readonly string[] }

const ofRecord = (record: string): Refused => ({ cells: {}, record, theirs: {} })

/** Why a save was refused, at the cells that it names. */
const refusedBy = (error: unknown, names: readonly string[]): Refused => {
  if (!(error instanceof ApiError)) throw error
  const cells = error.errors.flatMap(({ property, constraints }) => {
    const [first] = Object.values(constraints)
    return first !== undefined && names.includes(property) ? [[property, first] as const] : []
  })
  return cells.length > 0 ? { cells: Object.fromEntries(cells), record: null, theirs: {} } : ofRecord(error.message)
}

/** What both changed differently since the record was read. */
const contestedIn = ({ row, values, names }: Asked, now: GridRow): string[] =>
  names.filter((name) => !isSame(now.values[name], row.values[name]) && !isSame(now.values[name], values[name]))

const theirsIn = (names: readonly string[], { row, values }: GridRow): Refused => ({
  cells: {},
  record: null,
  theirs: Object.fromEntries(
    names.map((name) => [name, { value: asText(values[name]), by: actorNameOf(row.changed_by) || t('Somebody') }]),
  ),
})

const publishedMeanwhile = () =>
  t('This was published meanwhile, so nothing was saved yet. Saving again changes what employees see.')

const maxRounds = 3

/**
 * Saves what was changed of one record over the version that it was read in. Over a newer one it is saved as well, unless others changed
 * the same cells, or published it. @param keyFor the idempotency key of a content
 */
export const saveRow = async (asked: Asked, keyFor: (content: string) => string, round = 0): Promise<RowSaved> => {
  const { resource, row, values, names } = asked
  const body = bodyOf(resource, values, names)
  const { id, version } = row
  try {
    const key = keyFor(JSON.stringify([id, version, body]))
    const written = await api.put(`/${resource.name}/${id}`, { body, version, key, as: writtenSchema })
    return { kind: 'saved', version: written.data?.version ?? version, written }
  } catch (error) {
    const refused = refusedBy(error, names)
    if (!(error instanceof ApiError) || error.status !== 412 || round >= maxRounds) return { kind: 'refused', refused }
    const read = await fetchRecord(resource, id).catch(() => null)
    if (!read) return { kind: 'refused', refused }
    const now = gridRowOf(resource, read)
    // Whoever changed a draft did not mean to change what is live.
    if (resource.publishing && row.row.deletedAt && !read.deletedAt)
      return { kind: 'refused', refused: ofRecord(publishedMeanwhile()), now }
    const contested = contestedIn(asked, now)
    if (contested.length > 0) return { kind: 'refused', refused: theirsIn(contested, now), now }
    const left = names.filter((name) => !isSame(now.values[name], values[name]))
    if (left.length === 0) return { kind: 'saved', version: now.version, written: null }
    return saveRow({ ...asked, row: now, names: left }, keyFor, round + 1)
  }
}
