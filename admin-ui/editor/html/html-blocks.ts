/** One part of a text at its top level: the bytes as they are stored, and what a browser makes of them (never shown). */
export type HtmlBlock = { source: string; node: ChildNode }

const empties = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
const rawElements = new Set('script style textarea title xmp iframe noembed noframes'.split(' '))
const token = /<!--[\s\S]*?-->|<(\/?)([a-z][^\s/>]*)(?:"[^"]*"|'[^']*'|[^"'>])*>/gi

const inert = document.createElement('template').content.ownerDocument

const mask = 'data-kept-away-'
const handler = /(?<=[\s"'/])on(?=[a-z]+\s*=)/gi

/** HTML whose event handlers have a harmless name: browsers report a handler as soon as it is parsed, even where nothing runs. */
const masked = (html: string): string => html.replace(handler, `${mask}$&`)

/** Takes the harmless names back: HTML as it was written. */
export const unmasked = (html: string): string => html.replaceAll(mask, '')

/** True for the name of a masked event handler. */
export const isHandler = (name: string): boolean => name.startsWith(mask)

/** A box outside of the page with copies of nodes in it: nothing loads, nothing runs. */
export const inertBox = (nodes: readonly Node[]): HTMLElement => {
  const box = inert.createElement('div')
  box.append(...nodes.map((node) => inert.importNode(node, true)))
  return box
}

// Only names of attributes stay masked.
const unmaskWords = (root: Node): void => {
  const walker = inert.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_COMMENT | NodeFilter.SHOW_ELEMENT)
  while (walker.nextNode()) {
    const { currentNode: node } = walker
    if (node instanceof CharacterData) node.data = unmasked(node.data)
    if (!(node instanceof Element)) continue
    for (const attribute of node.attributes) attribute.value = unmasked(attribute.value)
    if (node instanceof HTMLTemplateElement) unmaskWords(node.content)
  }
}

/** HTML as nodes of an inert template, event handlers masked: nothing loads, runs or is reported. */
export const inertNodes = (html: string): ChildNode[] => {
  const template = document.createElement('template')
  const safe = masked(html)
  template.innerHTML = safe
  if (safe !== html) unmaskWords(template.content)
  return [...template.content.childNodes]
}

const endOfRaw = (html: string, name: string, from: number): number => {
  const close = new RegExp(`</${name}[^>]*>`, 'gi')
  close.lastIndex = from
  const found = close.exec(html)
  return found ? found.index + found[0].length : html.length
}

// Where the top level is cut: before and after each element and comment.
const cutsOf = (html: string): number[] => {
  const cuts = [0]
  let depth = 0
  const scan = new RegExp(token)
  for (let found = scan.exec(html); found; found = scan.exec(html)) {
    const name = found[2]?.toLowerCase()
    if (depth === 0) cuts.push(found.index)
    if (name && rawElements.has(name) && !found[1]) scan.lastIndex = endOfRaw(html, name, scan.lastIndex)
    else if (name && !empties.has(name)) depth = Math.max(0, depth + (found[1] ? -1 : 1))
    if (depth === 0) cuts.push(scan.lastIndex)
  }
  return [...cuts, html.length]
}

/** Cuts HTML into its top-level parts with their exact bytes; where the browser's parser disagrees, its own writing is taken. */
export const htmlBlocksOf = (html: string): HtmlBlock[] => {
  const whole = inertNodes(html)
  const cuts = cutsOf(html)
  const sources = cuts
    .slice(1)
    .map((end, index) => html.slice(cuts[index], end))
    .filter((part) => part !== '')
  const found = sources.flatMap((source) => inertNodes(source).map((node) => ({ source, node })))
  const isSame =
    found.length === sources.length &&
    found.length === whole.length &&
    whole.every((node, index) => node.isEqualNode(found[index]?.node ?? null))
  return isSame ? found : whole.map((node) => ({ source: unmasked(inertBox([node]).innerHTML), node }))
}
