import { t } from '../../../ui-shared/i18n.ts'
import { titleOf } from '../row.ts'
import type { Cell, GridState } from './grid-state.ts'
import type { Result } from './use-grid-save.ts'

const reasonsOf = ({ refused }: GridState, id: number): string[] => {
  const { cells = {}, record = null, theirs = {} } = refused[id] ?? {}
  const isAsked = record === null && Object.keys(theirs).length > 0
  return [
    ...(record === null ? [] : [record]),
    ...Object.values(cells),
    ...(isAsked ? [t('Somebody saved this meanwhile')] : []),
  ]
}

const cellOf = ({ refused, typed }: GridState, id: number): Cell => {
  const { cells, theirs } = refused[id] ?? {}
  return { id, name: Object.keys({ ...cells, ...theirs, ...typed[id] })[0] ?? '' }
}

/** How a save went, and why each record that was refused was: its name leads to its cell. */
export const ResultWords = ({
  result,
  state,
  goTo,
}: {
  result: Result
  state: GridState
  goTo: (cell: Cell) => void
}) => {
  const refused = state.rows.filter(({ id }) => result.refused.includes(id))
  return (
    <div className={refused.length > 0 ? 'notice bad result' : 'notice result'} role="status">
      <p>{t('{saved} saved, {refused} refused.', { saved: result.saved, refused: refused.length })}</p>
      <ul>
        {refused.map(({ id, row }) => (
          <li key={id}>
            <button type="button" className="link" onClick={() => goTo(cellOf(state, id))}>
              {titleOf(row)}
            </button>{' '}
            {reasonsOf(state, id).join(' ')}
          </li>
        ))}
      </ul>
    </div>
  )
}
