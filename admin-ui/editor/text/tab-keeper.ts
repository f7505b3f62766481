import type { EditorView } from 'prosemirror-view'
import { hasAncestor } from './text-events.ts'

/**
 * What Tab does where it has a meaning of its own (lists, tables, preformatted text) and in plain paragraphs, where it stays in the
 * text: whoever writes would otherwise press a button with the next key. It leaves after Escape, with Shift, and as long as
 * somebody who came by Tab has done nothing else in the text (WCAG 2.1.2). `pass` is true when the editor must not see the event;
 * `hold` comes after the editor, and keeps a Tab in the text for which it had no use; `note` hears what is pressed anywhere.
 */
export const tabKeeper = (onHeld: () => void) => {
  let isLeaving = false
  let isHeld = false
  let wasTab = false
  let isPassing = false
  return {
    note: (event: Event): void => {
      wasTab = event instanceof KeyboardEvent && event.key === 'Tab'
      if (!(event instanceof KeyboardEvent)) isPassing = false
    },
    focus: (): void => {
      isPassing = wasTab
    },
    pass: (view: EditorView, event: KeyboardEvent): boolean => {
      const wasLeaving = isLeaving
      if (event.key !== 'Shift') isLeaving = event.key === 'Escape'
      if (event.key !== 'Shift' && event.key !== 'Tab') isPassing = false
      isHeld = false
      if (event.key !== 'Tab' || event.ctrlKey || event.altKey || event.isComposing) return false
      const isUsed = hasAncestor(view.state, /^(listItem|table|codeBlock)$/)
      isHeld = isUsed && !wasLeaving
      if (isUsed || wasLeaving || isPassing || event.shiftKey) return !isHeld
      event.preventDefault()
      onHeld()
      return true
    },
    hold: (event: KeyboardEvent): void => {
      if (isHeld && !event.shiftKey) event.preventDefault()
    },
  }
}
