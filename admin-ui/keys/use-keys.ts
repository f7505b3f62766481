import { useEffect } from 'react'

const onKey = ({ key, target }: KeyboardEvent): void => {
  if (key === '?') void import('./keys.ts').then(({ onQuestionMark }) => onQuestionMark(target))
}

/** Shows what keys do by `?`: from the first screen on, also as of a moment. */
export const useKeys = (): void => useEffect(() => window.addEventListener('keydown', onKey), [])
