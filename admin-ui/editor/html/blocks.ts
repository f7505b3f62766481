import { markTags } from './structure.ts'
import { type HtmlBlock, htmlBlocksOf } from './html-blocks.ts'

/** A block as it is stored: its bytes, the space after it, and what a browser makes of it (never shown). */
export type Block = { source: string; gap: string; nodes: ChildNode[]; isLine: boolean }

const isSpace = (part: HtmlBlock): boolean => part.node instanceof Text && !part.node.data.trim()
/** True for what stands in a line of text: words, and elements among them. */
export const isLine = (node: globalThis.Node): boolean =>
  node instanceof Text ||
  (node instanceof Element && (markTags.has(node.localName) || /^(br|img)$/.test(node.localName)))

/** The blocks of HTML with their exact bytes; space between blocks belongs to the block before, before the first it is the lead. */
export const blocksOf = (html: string): { lead: string; blocks: Block[] } => {
  const blocks: Block[] = []
  let lead = ''
  for (const part of htmlBlocksOf(html)) {
    const last = blocks.at(-1)
    if (isSpace(part) && last) last.gap += part.source
    else if (isSpace(part)) lead += part.source
    else if (last?.isLine && isLine(part.node)) {
      if (last.gap) last.nodes.push(new Text(last.gap))
      last.nodes.push(part.node)
      last.source += last.gap + part.source
      last.gap = ''
    } else blocks.push({ source: part.source, gap: '', nodes: [part.node], isLine: isLine(part.node) })
  }
  return { lead, blocks }
}
