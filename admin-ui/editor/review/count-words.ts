import type { Node } from 'prosemirror-model'
import { opaqueTag } from '../html/clean.ts'
import { inertBox, inertNodes } from '../html/html-blocks.ts'

const perMinute = 220

// Also where words are not kept apart by spaces.
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

const textOf = (block: Node): string =>
  block.type.name === opaqueTag
    ? (inertBox(inertNodes(String(block.attrs.source))).textContent ?? '')
    : block.textBetween(0, block.content.size, ' ', ' ')

// Nodes never change: only the block that is typed in is counted again.
const counted = new WeakMap<Node, number>()
const countIn = (block: Node): number => {
  const known = counted.get(block)
  if (known !== undefined) return known
  let count = 0
  for (const { isWordLike } of segmenter.segment(textOf(block))) if (isWordLike) count += 1
  counted.set(block, count)
  return count
}

/** How many words a text has, and how many minutes they take to read. */
export const countWords = (doc: Node): { words: number; minutes: number } => {
  const words = doc.children.reduce((sum, block) => sum + countIn(block), 0)
  return { words, minutes: Math.ceil(words / perMinute) }
}
