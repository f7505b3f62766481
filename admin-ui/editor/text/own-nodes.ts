import type { Attrs, MarkSpec, NodeSpec } from 'prosemirror-model'

/** The class of a link that looks like a button. */
export const buttonClass = 'link-button'
const classKey = 'data-kept-class'

/** A paragraph; `bare` is one that the model needs around the words of an item or a cell, where none is stored. */
export const paragraph: NodeSpec = {
  content: 'inline*',
  group: 'block',
  attrs: { htmlAttrs: { default: null } },
  toDOM: ({ attrs }) => ['p', attrs.htmlAttrs ?? { class: 'bare' }, 0],
}

const cell = (content: string): NodeSpec => ({
  content,
  isolating: true,
  attrs: { colspan: { default: 1 }, rowspan: { default: 1 }, rawHTML: { default: null }, htmlAttrs: { default: null } },
})

const spans = ({ colspan, rowspan }: Attrs): Record<string, string> => ({
  ...(Number(colspan) > 1 && { colspan: String(colspan) }),
  ...(Number(rowspan) > 1 && { rowspan: String(rowspan) }),
})

const drawn =
  (tag: 'th' | 'td'): NodeSpec['toDOM'] =>
  ({ attrs }) => [tag, { ...attrs.htmlAttrs, ...spans(attrs) }, 0]

const section = { rawHTML: { default: null }, htmlAttrs: { default: null } }

/** Tables: a head or none, cells over several places, titles of rows. The package knows one head row and nothing of the rest. */
export const tableNodes: Record<string, NodeSpec> = {
  table: { content: 'tableHead? tableBody', group: 'block', attrs: section, isolating: true },
  tableHead: { content: 'tableRow+', attrs: section, toDOM: ({ attrs }) => ['thead', attrs.htmlAttrs ?? {}, 0] },
  tableBody: { content: 'tableRow+', attrs: section, toDOM: ({ attrs }) => ['tbody', attrs.htmlAttrs ?? {}, 0] },
  tableHeadCell: { ...cell('paragraph+'), toDOM: drawn('th') },
  tableBodyCell: { ...cell('(paragraph | bulletList | orderedList)+'), toDOM: drawn('td') },
}

/** A link, which shows that it looks like a button in the portal. */
export const link: MarkSpec = {
  attrs: {
    linkUrl: { default: '' },
    title: { default: null },
    rawHTML: { default: null },
    htmlAttrs: { default: null },
  },
  inclusive: false,
  toDOM: ({ attrs }) => {
    const isButton = isButtonLink(attrs.htmlAttrs)
    return ['a', { href: String(attrs.linkUrl), ...attrs.htmlAttrs, ...(isButton && { class: buttonClass }) }, 0]
  },
}

const classesIn = (htmlAttrs: Record<string, string> | null | undefined): string[] =>
  (htmlAttrs?.[classKey] ?? '').split(/\s+/).filter(Boolean)

/** True for the attributes of a link that looks like a button. */
export const isButtonLink = (htmlAttrs: Record<string, string> | null | undefined): boolean =>
  classesIn(htmlAttrs).includes(buttonClass)

/** The attributes of a link that looks like a button, or like a link. */
export const withButton = (
  htmlAttrs: Record<string, string> | null | undefined,
  isButton: boolean,
): Record<string, string> | null => {
  if (isButtonLink(htmlAttrs) === isButton) return htmlAttrs ?? null
  const names = classesIn(htmlAttrs).filter((name) => name !== buttonClass)
  if (isButton) names.push(buttonClass)
  const { [classKey]: _before, ...others } = htmlAttrs ?? {}
  const all = names.length ? { ...others, [classKey]: names.join(' ') } : others
  return Object.keys(all).length ? all : null
}
