import { rename, replaceWithContent, wrapContent } from './paste-nodes.ts'

/** A paragraph that a word processor means as an item of a list. */
type Item = { element: Element; level: number; list: string; tag: 'ul' | 'ol'; start: number }

const place = /mso-list:\s*(l\d+)\s+level(\d+)/i
const numbered = /^\(?(\d+|[a-z]{1,5})[.)]/i

// The sign before the words is written out, in a span that asks to be ignored.
const takeMarker = (element: Element): string => {
  const [marker] = element.querySelectorAll('span[style*="mso-list" i]')
  const sign = marker?.textContent?.trim() ?? ''
  marker?.remove()
  return sign
}

const itemOf = (element: Element): Item | null => {
  const [, list = '', level = '1'] = place.exec(element.getAttribute('style') ?? '') ?? []
  if (!list) return null
  const number = numbered.exec(takeMarker(element))
  // A numbered heading stays a heading.
  if (/^h\d$/.test(element.localName)) return null
  return { element, level: Number(level), list, tag: number ? 'ol' : 'ul', start: Number(number?.[1]) || 1 }
}

// Word on the web puts each item into a list of its own, and says how deep it is.
const webItems = (wrapper: Element): Item[] => {
  const items = [...wrapper.querySelectorAll<HTMLElement>('li')].map((entry): Item => {
    const element = entry.ownerDocument.createElement('p')
    element.append(...entry.childNodes)
    wrapper.before(element)
    const { listid = '', ariaLevel = '1' } = entry.dataset
    const tag = entry.parentElement?.localName === 'ol' ? 'ol' : 'ul'
    return {
      element,
      level: Number(ariaLevel),
      list: listid,
      tag,
      start: Number(entry.parentElement?.getAttribute('start')) || 1,
    }
  })
  wrapper.remove()
  return items
}

const itemsIn = (root: ParentNode): Item[] => {
  // The sign that ends a paragraph there.
  for (const end of root.querySelectorAll('span.EOP')) end.remove()
  return [...root.querySelectorAll('[style*="mso-list" i]:not(span), .ListContainerWrapper')].flatMap((element) =>
    element.matches('.ListContainerWrapper') ? webItems(element) : (itemOf(element) ?? []),
  )
}

type Open = Pick<Item, 'level' | 'list' | 'tag'> & { node: Element }

const openList = (item: Item, around: Open | undefined): Open => {
  const node = item.element.ownerDocument.createElement(item.tag)
  if (item.tag === 'ol' && item.start !== 1) node.setAttribute('start', String(item.start))
  if (around?.node.lastElementChild) around.node.lastElementChild.append(node)
  else item.element.before(node)
  return { ...item, node }
}

// Items that follow each other make one list; deeper ones go into the item before.
const makeLists = (items: readonly Item[]): void => {
  let open: Open[] = []
  let before: Element | null = null
  for (const item of items) {
    if (before !== item.element.previousElementSibling) open = []
    open = open.filter(
      ({ level, list, tag }) => level < item.level || (level === item.level && list === item.list && tag === item.tag),
    )
    if (open.at(-1)?.level !== item.level) open.push(openList(item, open.at(-1)))
    const entry = item.element.ownerDocument.createElement('li')
    entry.append(...item.element.childNodes)
    open.at(-1)?.node.append(entry)
    before = open[0]?.node ?? null
    item.element.remove()
  }
}

// Google Docs and old Word put a deeper list beside the item that it belongs to.
const nestLists = (root: ParentNode): void => {
  for (const list of root.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol')) {
    const item = list.previousElementSibling ?? list.ownerDocument.createElement('li')
    if (!item.parentElement) list.before(item)
    item.append(list)
  }
}

const headingLevel = (element: Element): string | null => {
  if (/\bMsoTitle\b/.test(element.className)) return '1'
  return element.getAttribute('role') === 'heading' ? element.getAttribute('aria-level') : null
}

// Word on the web says headings by their role, and the title by a class.
const makeHeadings = (root: ParentNode): void => {
  for (const element of root.querySelectorAll('.MsoTitle, [role="heading"]')) {
    const level = Number(headingLevel(element))
    if (!/^h\d$/.test(element.localName) && level >= 1 && level <= 6) rename(element, `h${level}`)
  }
}

const marksOf = ({ fontWeight, fontStyle, verticalAlign, textDecoration, textDecorationLine }: CSSStyleDeclaration) => {
  const line = textDecorationLine || textDecoration
  return [
    (fontWeight.startsWith('bold') || Number(fontWeight) >= 600) && 'strong',
    fontStyle === 'italic' && 'em',
    line.includes('line-through') && 'del',
    verticalAlign === 'super' && 'sup',
    verticalAlign === 'sub' && 'sub',
  ].filter((name) => name !== false)
}

// What stands in a line is often marked by styles only; and Google Docs wraps everything in a <b> that is none.
const readStyles = (root: ParentNode): void => {
  for (const bold of root.querySelectorAll<HTMLElement>('b[style], strong[style]'))
    if (/^(normal|400)$/.test(bold.style.fontWeight)) replaceWithContent(bold)
  for (const span of root.querySelectorAll<HTMLElement>('span[style]'))
    for (const name of marksOf(span.style)) wrapContent(span, name)
}

const isBlank = (element: Element): boolean =>
  !element.textContent?.replace(/\u00a0/g, ' ').trim() && !element.querySelector('img, br, table')

const blocks = 'p, h1, h2, h3, h4, h5, h6, ul, ol, table, blockquote, div, hr'

// Empty lines only keep paragraphs apart, which styles do here.
const dropBlanks = (root: ParentNode): void => {
  for (const element of root.querySelectorAll('p, h1, h2, h3, h4, h5, h6'))
    if (isBlank(element) && !element.closest('td, th, li')) element.remove()
  for (const end of root.querySelectorAll('br'))
    if (end.previousElementSibling?.matches(blocks) || end.nextElementSibling?.matches(blocks)) {
      const words = end.previousSibling instanceof Text && end.previousSibling.data.trim()
      if (!words) end.remove()
    }
}

// Places within the other text, which do not come along.
const dropAnchors = (root: ParentNode): void => {
  for (const link of root.querySelectorAll('a[href^="#"]')) replaceWithContent(link)
}

/** Makes plain HTML of what office programs paste: lists written as paragraphs, headings by role, marks by style. `root` is clean already. */
export const readOffice = (root: ParentNode): void => {
  makeHeadings(root)
  makeLists(itemsIn(root))
  nestLists(root)
  readStyles(root)
  dropAnchors(root)
  dropBlanks(root)
}
