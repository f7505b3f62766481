import { useEffect, useRef, useState } from 'react'

/** Words of a field that somebody selected. */
export type Passage = { field: string; quote: string }

// As long as the server takes.
const longest = 1_000

/** Words without regard to where lines break. */
export const plainWords = (text: string): string => text.replace(/\s+/g, ' ').trim()

const fieldAt = (node: Node | null): HTMLElement | null => {
  const element = node instanceof Element ? node : (node?.parentElement ?? null)
  return element?.closest<HTMLElement>('[data-field]') ?? null
}

const passageIn = (area: HTMLElement): Passage | null => {
  const selection = document.getSelection()
  const field = fieldAt(selection?.anchorNode ?? null)
  const quote = plainWords(selection?.toString() ?? '')
  if (!selection || selection.isCollapsed || quote === '' || quote.length > longest) return null
  return field && area.contains(field) && field === fieldAt(selection.focusNode)
    ? { field: field.dataset.field ?? '', quote }
    : null
}

/** The passage that is selected within an area, if it is one of a single field. */
export const usePassage = () => {
  const area = useRef<HTMLDivElement>(null)
  const [passage, setPassage] = useState<Passage | null>(null)
  useEffect(() => {
    const look = () => {
      // What is selected elsewhere, as in the form of the comment, leaves it as it was.
      const { current } = area
      if (!current?.contains(document.getSelection()?.anchorNode ?? null)) return
      setPassage(passageIn(current))
    }
    document.addEventListener('selectionchange', look)
    return () => document.removeEventListener('selectionchange', look)
  }, [])
  return { area, passage }
}
