import { type Node, type NodeType, type Schema } from 'prosemirror-model'
import { type Block, blocksOf, isLine } from './blocks.ts'
import { cleanAll, opaqueTag, packSource } from './clean.ts'
import { structureOf } from './structure.ts'
import { inertBox, inertNodes, unmasked } from './html-blocks.ts'
import { textParser } from '../text/text-parser.ts'
import { blockWriter, looseMark } from '../text/text-serializer.ts'

/** One block of the stored text: its exact bytes, the space after it, its node in the editor, its ids. */
type Segment = { source: string; gap: string; node: Node; ids: readonly string[]; isOpaque: boolean; isLine: boolean }

/** A stored text in the editor: its model, the blocks that it cannot represent, and the HTML of a changed model (`save`). */
export type OpenText = {
  doc: Node
  opaqueBlocks: readonly string[]
  hasEditable: boolean
  save: (doc: Node) => string
  /** How many blocks of a model are still as they were opened. */
  countKnown: (doc: Node) => number
}

const idsIn = (nodes: readonly ChildNode[]): string[] =>
  nodes.flatMap((node) =>
    node instanceof Element ? [node, ...node.querySelectorAll('[id]')].map(({ id }) => id).filter(Boolean) : [],
  )

// Loose text in a quotation gets a paragraph that is taken away again; the model knows no quotation without one.
const wrapLoose = (box: HTMLElement): HTMLElement => {
  for (const quotation of box.querySelectorAll('blockquote')) {
    if (!quotation.childNodes.length || ![...quotation.childNodes].every(isLine)) continue
    const paragraph = box.ownerDocument.createElement('p')
    paragraph.setAttribute(looseMark, '')
    paragraph.append(...quotation.childNodes)
    quotation.append(paragraph)
  }
  return box
}

const opaqueBlockOf = (nodes: readonly ChildNode[]): HTMLElement => {
  const box = inertBox(nodes)
  const opaque = box.ownerDocument.createElement(opaqueTag)
  opaque.dataset.source = packSource(unmasked(box.innerHTML))
  return opaque
}

const sourcesIn = (node: Node): string[] =>
  node.type.name === opaqueTag ? [String(node.attrs.source)] : node.children.flatMap(sourcesIn)

/** A node that says what a block says, and the clean HTML that it was read from. */
type Shown = { node: Node; from: readonly ChildNode[] }

const segmentReader = (schema: Schema) => {
  const parser = textParser(schema)
  const write = blockWriter(schema)
  const { blockQuote, listItem, paragraph } = schema.nodes
  const isQuotable = (type: NodeType): boolean => Boolean(blockQuote?.contentMatch.matchType(type))
  const afterWords = paragraph && listItem?.contentMatch.matchType(paragraph)
  const isItemPart = (type: NodeType): boolean =>
    Boolean(afterWords?.matchType(type) ?? listItem?.contentMatch.matchType(type))
  const read = (written: readonly ChildNode[], clean: readonly ChildNode[]): Shown | null => {
    const parsed = parser.parse(wrapLoose(inertBox(clean)))
    const node = parsed.childCount === 1 ? parsed.firstChild : null
    if (!node) return null
    const again = structureOf(inertBox(inertNodes(write(node, new Set()))))
    const said = structureOf(inertBox(written))
    // Loose text becomes a paragraph when it is edited, not before.
    return again === said || again === `<p>\n${said}\n</p>` ? { node, from: clean } : null
  }
  const replaceParts = (shown: Element, written: Element, holds: (type: NodeType) => boolean): void => {
    const parts = [...written.childNodes].map((part) => [part])
    const cleanParts = cleanAll(parts)
    const blocks = parts.flatMap((part, at) => {
      const clean = cleanParts[at] ?? []
      if (part.every(isLine)) return clean
      const inside = represent(part, clean)
      return inside && holds(inside.node.type) ? inside.from : [opaqueBlockOf(part)]
    })
    shown.replaceChildren(...blocks)
  }
  // In a quotation or an item of a list, only the blocks that cannot be shown are opaque blocks.
  const readParts = (written: readonly ChildNode[], clean: readonly ChildNode[]): Shown | null => {
    const [shown] = inertBox(clean).children
    const [container] = inertBox(written).children
    if (!shown || !container?.children.length) return null
    const isList = shown.localName === 'ul' || shown.localName === 'ol'
    if (!isList && shown.localName !== 'blockquote') return null
    if (!isList) replaceParts(shown, container, isQuotable)
    for (const [at, item] of isList ? [...shown.children].entries() : []) {
      const writtenItem = container.children[at]
      if (writtenItem) replaceParts(item, writtenItem, isItemPart)
    }
    return read(written, [shown])
  }
  /** The node for a block, or null when the editor would change what it says. */
  const represent = (written: readonly ChildNode[], clean: readonly ChildNode[]): Shown | null =>
    read(written, clean) ?? readParts(written, clean)
  return (blocks: readonly Block[]): Segment[] => {
    const clean = cleanAll(blocks.map(({ nodes }) => nodes))
    return blocks.map(({ source, gap, nodes, isLine }, index) => {
      const node = represent(nodes, clean[index] ?? [])?.node
      const shown = node ?? schema.node(opaqueTag, { source })
      return { source, gap, node: shown, ids: idsIn(nodes), isOpaque: !node, isLine }
    })
  }
}

/** The index of the segment that each block of the changed model is (`same`) or was (`was`), -1 for new ones. */
const align = (doc: Node, segments: readonly Segment[]): { same: number[]; was: number[] } => {
  const known = new Map(segments.map(({ node }, index) => [node, index]))
  const same = doc.children.map((node) => known.get(node) ?? -1)
  const was = [...same]
  let before = -1
  for (let start = 0; start < same.length; start += 1) {
    if (same[start] !== -1) {
      before = same[start] ?? -1
      continue
    }
    let end = start
    while (end < same.length && same[end] === -1) end += 1
    const after = end < same.length ? (same[end] ?? segments.length) : segments.length
    const isOneToOne = after - before - 1 === end - start
    for (let at = start; at < end; at += 1) {
      const candidate = before + 1 + at - start
      if (isOneToOne) was[at] = candidate
      // Typed away and back again, or undone: another object of the same content.
      if (isOneToOne && segments[candidate]?.node.eq(doc.child(at))) same[at] = candidate
    }
    start = end - 1
  }
  return { same, was }
}

const isBlank = (doc: Node): boolean => {
  const only = doc.childCount === 1 ? doc.firstChild : null
  return only?.type.name === 'paragraph' && only.childCount === 0
}

/** Opens stored HTML without losing anything (D6): a block that the editor would change is opaque and keeps its bytes. */
export const openText = (schema: Schema, html: string): OpenText => {
  const { lead, blocks } = blocksOf(html)
  const segments = segmentReader(schema)(blocks)
  const write = blockWriter(schema)
  const content = segments.length ? segments.map(({ node }) => node) : [schema.node('paragraph')]
  const opened = schema.node('doc', null, content)
  const usualGap = segments.length > 1 ? (segments[0]?.gap ?? '\n') : '\n'

  const gapAfter = (index: number, next: number | undefined): string => {
    if (next === undefined) return segments.at(-1)?.gap ?? ''
    return segments[index] && index < segments.length - 1 ? segments[index].gap : usualGap
  }

  const save = (doc: Node): string => {
    if (doc.eq(opened)) return html
    if (isBlank(doc)) return ''
    const { same, was } = align(doc, segments)
    const taken = new Set(same.flatMap((index) => segments[index]?.ids ?? []))
    const written = doc.children.map((node, at) => {
      const segment = segments[same[at] ?? -1]
      // Two loose lines would run together once nothing stands between them any more.
      const isJoined = segment?.isLine && segments[same[at - 1] ?? -1]?.isLine
      const source = node.type.name === opaqueTag ? String(node.attrs.source) : segment?.source
      return (isJoined || source === undefined ? write(node, taken) : source) + gapAfter(was[at] ?? -1, was[at + 1])
    })
    return lead + written.join('')
  }

  const opaqueBlocks = segments.flatMap(({ node }) => sourcesIn(node))
  const hasEditable = !segments.length || segments.some(({ isOpaque }) => !isOpaque)
  const known = new Set(opened.children)
  const countKnown = (doc: Node): number => doc.children.filter((node) => known.has(node)).length
  return { doc: opened, opaqueBlocks, hasEditable, save, countKnown }
}
