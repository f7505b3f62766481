import type { FocusEvent, KeyboardEvent, MouseEvent, ToggleEvent } from 'react'

type Light = HTMLDialogElement

const reachable = (dialog: Light): HTMLElement[] =>
  [...dialog.querySelectorAll<HTMLElement>('*')].filter((one) => one.tabIndex >= 0 && !one.matches(':disabled'))

// As in any modal dialog, Tab goes around.
const goAround = (event: KeyboardEvent<Light>) => {
  if (event.key !== 'Tab' || event.defaultPrevented) return
  const all = reachable(event.currentTarget)
  const [from, to] = event.shiftKey ? [all[0], all.at(-1)] : [all.at(-1), all[0]]
  if (event.target !== from) return
  event.preventDefault()
  to?.focus()
}

// A screen that is drawn behind it may ask for the focus.
const holdFocus = ({ currentTarget, target, relatedTarget }: FocusEvent<Light>) => {
  const isLost = relatedTarget !== null && !currentTarget.contains(relatedTarget)
  if (isLost && target instanceof HTMLElement && currentTarget.matches(':popover-open')) target.focus()
}

const isBeside = ({ currentTarget, target, clientX, clientY }: MouseEvent<Light>): boolean => {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect()
  return target === currentTarget && (clientX < left || clientX > right || clientY < top || clientY > bottom)
}

// Whoever marks words in it may let go beside it.
const pressed = new WeakSet<Light>()

const press = (event: MouseEvent<Light>): void => {
  if (isBeside(event)) pressed.add(event.currentTarget)
  else pressed.delete(event.currentTarget)
}

/**
 * What a dialog that holds a question has in place of being modal: shown as a popover, above all others, it leaves the style of all that is behind
 * it as it is. A modal one makes that inert, which over a list of 100 rows takes longer than all else of opening and of closing it.
 */
export const firmProps = (onClose: () => void) => ({
  popover: 'auto' as const,
  'aria-modal': true,
  onKeyDownCapture: goAround,
  onBlur: holdFocus,
  onToggle: ({ newState }: ToggleEvent<Light>) => newState === 'closed' && onClose(),
})

/** What makes a dialog a light one: as one that holds a question, and closed by a press beside it. */
export const lightProps = (onClose: () => void) => ({
  ...firmProps(onClose),
  onMouseDown: press,
  onClick: (event: MouseEvent<Light>) => pressed.has(event.currentTarget) && isBeside(event) && onClose(),
})
