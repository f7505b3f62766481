import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, type MouseEvent, useId } from 'react'
import type { Field } from '../../../domain/fields/field.ts'
import { t } from '../../../ui-shared/i18n.ts'
import type { Cell, Theirs } from './grid-state.ts'

/** What the cells of a grid do: the same for all of them, and for as long as the grid is there. */
export type CellWays = {
  onType: (cell: Cell, value: string) => void
  onAnswer: (cell: Cell, isMine: boolean) => void
  onFocus: (event: FocusEvent<HTMLInputElement>) => void
  onMouseDown: (event: MouseEvent<HTMLInputElement>) => void
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
  onPaste: (event: ClipboardEvent<HTMLInputElement>) => void
}

type Props = {
  cell: Cell
  /** The nth record and field, by which keys find their way. */
  place: string
  field: Field
  title: string
  /** What was read, and what stands there. */
  before: string
  value: string
  error: string | undefined
  theirs: Theirs | undefined
  ways: CellWays
}

const inputModes: Readonly<Record<string, 'numeric' | 'decimal' | 'email' | 'url'>> = {
  integer: 'numeric',
  decimal: 'decimal',
  email: 'email',
  link: 'url',
}

/** What others wrote meanwhile, to be taken or written over. */
const Meanwhile = ({ cell, title, theirs, ways }: Pick<Props, 'cell' | 'title' | 'ways'> & { theirs: Theirs }) => (
  <div className="theirs" role="group" aria-label={t('Saved meanwhile: {title}', { title })}>
    <p>
      {t('{name} saved meanwhile:', { name: theirs.by })} <b dir="auto">{theirs.value || t('empty')}</b>
    </p>
    <button type="button" className="btn small" onClick={() => ways.onAnswer(cell, false)}>
      {t('Take this')}
    </button>
    <button type="button" className="btn small" onClick={() => ways.onAnswer(cell, true)}>
      {t('Keep mine')}
    </button>
  </div>
)

/** A cell that is a field. What was changed is marked, and says what stood there. */
export const GridCell = ({ cell, place, field, title, before, value, error, theirs, ways }: Props) => {
  const id = useId()
  const isChanged = value !== before
  const described = [...(isChanged ? [`${id}-was`] : []), ...(error === undefined ? [] : [`${id}-wrong`])]
  return (
    <td className={isChanged ? 'cell changed' : 'cell'}>
      <input
        className="in"
        type="text"
        inputMode={inputModes[field.kind]}
        autoComplete="off"
        dir="auto"
        data-place={place}
        aria-label={t('{field} of {title}', { field: t(field.label), title })}
        aria-required={field.isRequired}
        aria-invalid={error !== undefined}
        aria-describedby={described.join(' ') || undefined}
        value={value}
        onChange={({ target }) => ways.onType(cell, target.value)}
        onFocus={ways.onFocus}
        onMouseDown={ways.onMouseDown}
        onKeyDown={ways.onKeyDown}
        onPaste={ways.onPaste}
      />
      {isChanged && (
        <span className="away" id={`${id}-was`}>
          {t('Changed. Before: {value}', { value: before || t('empty') })}
        </span>
      )}
      {error !== undefined && (
        <p className="wrong" id={`${id}-wrong`}>
          {error}
        </p>
      )}
      {theirs && <Meanwhile {...{ cell, title, theirs, ways }} />}
    </td>
  )
}
