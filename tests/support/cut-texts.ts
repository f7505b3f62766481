import type { Page } from 'playwright-core'

/**
 * The texts of the looking language (texts/pseudo.ts) that a page cuts off, lets run out of their button or the window, or
 * writes over each other. What scrolls is not cut, and what only readers hear is not looked at.
 */
export const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    type Seen = { text: string; box: DOMRect; isAbove: boolean }
    const slack = 1.5
    const isHidden = (element: Element): boolean => {
      const { clipPath, position, opacity, visibility } = getComputedStyle(element)
      return (
        clipPath !== 'none' ||
        visibility !== 'visible' ||
        opacity === '0' ||
        (position === 'absolute' && element.clientWidth <= 1)
      )
    }
    const faults: string[] = []
    const seen: Seen[] = []
    const look = (node: Node) => {
      const text = node.textContent?.trim() ?? ''
      const range = document.createRange()
      range.selectNodeContents(node)
      const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0)
      const parents: Element[] = []
      for (let at = node.parentElement; at; at = at.parentElement) parents.push(at)
      if (boxes.length === 0 || parents.some(isHidden)) return
      const scrolls = parents.findIndex(
        (one) => /auto|scroll/.test(getComputedStyle(one).overflowX) && one !== document.documentElement,
      )
      const within = scrolls < 0 ? parents : parents.slice(0, scrolls)
      for (const parent of within) {
        const { overflowX, overflowY } = getComputedStyle(parent)
        const frame = parent.getBoundingClientRect()
        const isFrame = parent.matches('button, .btn, .tag') || (overflowX !== 'visible' && overflowY !== 'visible')
        if (!isFrame || parent === document.body) continue
        const isOut = boxes.some(
          (box) =>
            box.right > frame.right + slack || box.left < frame.left - slack || box.bottom > frame.bottom + slack,
        )
        if (isOut) return void faults.push(`cut by ${parent.tagName.toLowerCase()}.${parent.className}: ${text}`)
      }
      if (scrolls < 0 && boxes.some((box) => box.right > window.innerWidth + slack))
        faults.push(`out of the window: ${text}`)
      const isAbove = parents.some(
        (one) => /fixed|sticky/.test(getComputedStyle(one).position) || one.matches('dialog, [popover]'),
      )
      // Of what scrolls, only the part that shows can be over something else.
      const frames = parents
        .filter((one) => getComputedStyle(one).overflowY !== 'visible' && one !== document.documentElement)
        .map((one) => one.getBoundingClientRect())
      const shows = (box: DOMRect) => {
        const [top, bottom] = [
          Math.max(box.top, ...frames.map((frame) => frame.top)),
          Math.min(box.bottom, ...frames.map((frame) => frame.bottom)),
        ]
        return new DOMRect(box.left, top, box.width, Math.max(0, bottom - top))
      }
      for (const box of boxes) seen.push({ text, box: shows(box), isAbove })
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (/áá|éé|íí|óó|úú/i.test(node.textContent ?? '')) look(node)
    if (seen.length === 0) faults.push('no text of the looking language')
    const overlaps = (one: DOMRect, other: DOMRect) =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 4
    seen.forEach((one, index) => {
      const other = seen
        .slice(index + 1)
        .find((two) => two.isAbove === one.isAbove && two.text !== one.text && overlaps(one.box, two.box))
      if (other) faults.push(`over each other: ${one.text} | ${other.text}`)
    })
    return [...new Set(faults)]
  })
