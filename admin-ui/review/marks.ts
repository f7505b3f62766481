import { type MouseEvent, type RefObject, useCallback, useEffect, useRef } from 'react'
import type { Remark } from '../../domain/review/entry.ts'
import { plainWords } from './passage.ts'

// Where letters of a text without regard to its line breaks stand in the page.
type Letters = { text: string; places: { node: Text; offset: number }[] }

const lettersOf = (section: Element): Letters => {
  const walker = document.createTreeWalker(section, NodeFilter.SHOW_TEXT)
  const letters: Letters = { text: '', places: [] }
  while (walker.nextNode()) {
    const { currentNode: node } = walker
    if (!(node instanceof Text) || node.parentElement?.closest('button, h2')) continue
    for (const [offset, letter] of node.data.split('').entries()) {
      const isSpace = /\s/.test(letter)
      if (isSpace && (letters.text === '' || letters.text.endsWith(' '))) continue
      letters.text += isSpace ? ' ' : letter
      letters.places.push({ node, offset })
    }
  }
  return letters
}

const rangeIn = ({ text, places }: Letters, quote: string): Range | null => {
  const at = text.indexOf(quote)
  const [first, last] = [places[at], places[at + quote.length - 1]]
  if (quote === '' || !first || !last) return null
  const range = document.createRange()
  range.setStart(first.node, first.offset)
  range.setEnd(last.node, last.offset + 1)
  return range
}

/** Where the passages of comments stand in the page, by comment; those that are not there any more are left out. */
const rangesIn = (area: Element, remarks: readonly Remark[]): Map<number, Range> => {
  const found = new Map<number, Range>()
  for (const section of area.querySelectorAll<HTMLElement>('[data-field]')) {
    const own = remarks.filter(({ field, quote }) => quote !== '' && field === section.dataset.field)
    if (own.length === 0) continue
    const letters = lettersOf(section)
    for (const { id, quote } of own) {
      const range = rangeIn(letters, plainWords(quote))
      if (range) found.set(id, range)
    }
  }
  return found
}

const paint = (name: string, ranges: readonly Range[]): void => {
  // Browsers that paint no ranges still lead from one to the other.
  if (typeof Highlight === 'undefined') return
  CSS.highlights.set(name, new Highlight(...ranges))
}

const behavior = (): ScrollBehavior => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth')

const isAt = (range: Range, x: number, y: number): boolean =>
  [...range.getClientRects()].some((box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom)

/** What the thread of a comment is called in the page. */
export const threadId = (id: number): string => `remark-${id}`

/** Leads to the thread of a comment, which then has the focus. */
export const goToThread = (id: number): void => {
  const thread = document.getElementById(threadId(id))
  thread?.scrollIntoView({ block: 'nearest', behavior: behavior() })
  thread?.focus({ preventScroll: true })
}

/** Marks the passages that are commented on. `show` leads to that of a comment; a press on one leads to its comment. */
export const useMarks = (area: RefObject<HTMLElement | null>, remarks: readonly Remark[]) => {
  const ranges = useRef<Map<number, Range>>(new Map())
  useEffect(() => {
    const { current } = area
    if (!current) return
    const mark = () => {
      ranges.current = rangesIn(current, remarks)
      const settled = new Set(remarks.filter(({ isSettled }) => isSettled).map(({ id }) => id))
      paint(
        'commented',
        [...ranges.current].flatMap(([id, range]) => (settled.has(id) ? [] : [range])),
      )
    }
    mark()
    // Another view of a text, or one that comes later, has other words in the page.
    const watch = new MutationObserver(mark)
    watch.observe(current, { childList: true, subtree: true, characterData: true })
    return () => {
      watch.disconnect()
      for (const name of ['commented', 'comment-shown']) paint(name, [])
    }
  }, [area, remarks])
  const show = useCallback((id: number) => {
    const range = ranges.current.get(id)
    if (!range) return
    paint('comment-shown', [range])
    const { top } = range.getBoundingClientRect()
    scrollBy({ top: top - innerHeight / 3, behavior: behavior() })
  }, [])
  const onClick = useCallback(({ clientX, clientY }: MouseEvent) => {
    // Whoever selects words is not led away from them.
    if (document.getSelection()?.isCollapsed === false) return
    const at = [...ranges.current].find(([, range]) => isAt(range, clientX, clientY))
    if (at) goToThread(at[0])
  }, [])
  return { show, onClick }
}
