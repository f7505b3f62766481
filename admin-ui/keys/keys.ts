const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** Shows what keys do by `?`, where nothing is being typed. */
export const followKeys = (): void =>
  window.addEventListener('keydown', ({ key, target }) => {
    if (key !== '?' || isTyping(target) || document.querySelector('dialog[open]')) return
    void import('./key-sheet.tsx').then(({ showKeys }) => showKeys())
  })
