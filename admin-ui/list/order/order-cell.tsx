import { type ComponentProps, useEffect, useRef } from 'react'
import { Icon } from '../../../ui-shared/drawings/icons.tsx'
import { t } from '../../../ui-shared/i18n.ts'
import { type Row, titleOf } from '../row.ts'
import type { Mover } from './use-move.ts'

// A row that moves takes its buttons along, and the browser takes the focus from them.
const useHeldFocus = (isBusy: boolean) => {
  const pressed = useRef<HTMLButtonElement | null>(null)
  useEffect(() => {
    const button = pressed.current
    if (button?.isConnected && document.activeElement === document.body) button.focus({ preventScroll: true })
    if (!isBusy) pressed.current = null
  })
  return pressed
}

/** Before rows can be moved. */
export const notYet: Mover = { isBusy: true, canStep: () => false, step: () => {}, moveTo: () => {} }

/** What moves a row: a handle to drag it by, and a button for each direction. */
export const OrderCell = ({ row, mover, handle }: { row: Row; mover: Mover; handle?: ComponentProps<'button'> }) => {
  const title = titleOf(row)
  const pressed = useHeldFocus(mover.isBusy)
  const button = (by: -1 | 1) => {
    const isOff = mover.isBusy || !mover.canStep(row, by)
    return (
      <button
        type="button"
        className="btn bare small"
        aria-label={by === -1 ? t('Move {title} up', { title }) : t('Move {title} down', { title })}
        // Not disabled: that would take the focus away.
        aria-disabled={isOff}
        onClick={({ currentTarget }) => {
          if (isOff) return
          pressed.current = currentTarget
          mover.step(row, by)
        }}
      >
        <Icon name={by === -1 ? 'up' : 'down'} />
      </button>
    )
  }
  return (
    <td className="order no-print">
      <span>
        <button
          type="button"
          className="btn bare small grip"
          {...handle}
          aria-label={t('Drag {title}', { title })}
          aria-disabled={handle === undefined || mover.isBusy}
        >
          <Icon name="handle" />
        </button>
        {button(-1)}
        {button(1)}
      </span>
    </td>
  )
}
