import {
  type Announcements,
  KeyboardSensor,
  type Modifier,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable'
import { t } from '../i18n.ts'

/** What moves things: a pointer, or Space and the arrow keys. */
export const useDragSensors = (coordinateGetter = sortableKeyboardCoordinates) =>
  useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter }),
  )

/** Rows only move up and down. */
export const upAndDown: Modifier = ({ transform }) => ({ ...transform, x: 0 })

type Said = Announcements['onDragOver']

/** What is said while something is moved; `isSideways` when it has a place to the sides as well. */
export const spoken = (
  nameOf: (id: UniqueIdentifier) => string,
  placeOf: (id: UniqueIdentifier) => string,
  isSideways = false,
): { announcements: Announcements; screenReaderInstructions: { draggable: string } } => {
  const where: Said = ({ active, over }) =>
    over ? t('{name}: {place}.', { name: nameOf(active.id), place: placeOf(over.id) }) : undefined
  return {
    announcements: {
      ...(isSideways ? { onDragMove: where } : {}),
      onDragStart: ({ active }) => t('{name} is picked up.', { name: nameOf(active.id) }),
      onDragOver: where,
      onDragEnd: ({ active, over }) =>
        over ? t('{name} is put down: {place}.', { name: nameOf(active.id), place: placeOf(over.id) }) : undefined,
      onDragCancel: ({ active }) => t('{name} stays where it was.', { name: nameOf(active.id) }),
    },
    screenReaderInstructions: {
      draggable: t('Space picks it up and puts it down, the arrow keys move it, Escape leaves it where it was.'),
    },
  }
}
