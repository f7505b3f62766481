import { markTags } from './outline.ts'
import { type Piece, piecesOf } from './pieces.ts'

/** A block as it is stored: its bytes, the space after it, and what a browser makes of it (never shown). */
export type Block = { source: string; gap: string; nodes: ChildNode[]; isLine: boolean }

const isSpace = (piece: Piece): boolean => piece.node instanceof Text && !piece.node.data.trim()
/** True for what stands in a line of text: words, and elements among them. */
export const isLine = (node: globalThis.Node): boolean =>
  node instanceof Text ||
  (node instanceof Element && (markTags.has(node.localName) || /^(br|img)$/.test(node.localName)))

/** The blocks of HTML with their exact bytes; space between blocks belongs to the block before, before the first it is the lead. */
export const blocksOf = (html: string): { lead: string; blocks: Block[] } => {
  const blocks: Block[] = []
  let lead = ''
  for (const piece of piecesOf(html)) {
    const last = blocks.at(-1)
    if (isSpace(piece) && last) last.gap += piece.source
    else if (isSpace(piece)) lead += piece.source
    else if (last?.isLine && isLine(piece.node)) {
      if (last.gap) last.nodes.push(new Text(last.gap))
      last.nodes.push(piece.node)
      last.source += last.gap + piece.source
      last.gap = ''
    } else blocks.push({ source: piece.source, gap: '', nodes: [piece.node], isLine: isLine(piece.node) })
  }
  return { lead, blocks }
}
