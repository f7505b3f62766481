/** Where a cell is: the nth record and the nth field. */
export type Place = { at: number; column: number }

type Pressed = { key: string; shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

const stepOf = ({ key, shiftKey }: Pressed, isTyping: boolean): readonly [number, number] | undefined => {
  if (key === 'Enter') return [shiftKey ? -1 : 1, 0]
  // Whoever types moves within the text by them.
  return isTyping && (key === 'ArrowLeft' || key === 'ArrowRight') ? undefined : steps[key]
}

const cornerOf = ({ key, ctrlKey, metaKey }: Pressed, { at }: Place, rows: number, columns: number): Place | null => {
  const isFar = ctrlKey || metaKey
  if (key === 'Home') return { at: isFar ? 0 : at, column: 0 }
  if (key === 'End') return { at: isFar ? rows - 1 : at, column: columns - 1 }
  return null
}

/**
 * Where a key leads from a cell, passing over cells that are closed; null where it leads nowhere, undefined for a key that moves
 * nothing. `isTyping`: somebody is at work on the text of the cell.
 */
export const placeAfter = (
  pressed: Pressed,
  from: Place,
  isTyping: boolean,
  { rows, columns, isOpen }: { rows: number; columns: number; isOpen: (place: Place) => boolean },
): Place | null | undefined => {
  const isIn = ({ at, column }: Place) => at >= 0 && at < rows && column >= 0 && column < columns
  const corner = isTyping ? null : cornerOf(pressed, from, rows, columns)
  const step = corner ? ([0, pressed.key === 'Home' ? 1 : -1] as const) : stepOf(pressed, isTyping)
  if (!step || (!corner && (pressed.ctrlKey || pressed.metaKey))) return undefined
  const [down, right] = step
  let place = corner ?? { at: from.at + down, column: from.column + right }
  while (isIn(place) && !isOpen(place)) place = { at: place.at + down, column: place.column + right }
  return isIn(place) ? place : null
}
