import { isDialogOpen } from '../../ui-shared/overlay/is-dialog-open.ts'
import { showKeys } from './key-sheet.tsx'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** Shows what keys do, where nothing is being typed and no dialog is open. */
export const onQuestionMark = (target: EventTarget | null): void => {
  if (!isTyping(target) && !isDialogOpen()) showKeys()
}
