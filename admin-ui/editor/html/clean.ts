import DOMPurify from 'dompurify'
import { forbiddenAttributes, forbiddenTags } from '../../../ui-shared/article/forbidden-html.ts'
import { inertBox, inertNodes, isHandler, unmasked } from './html-blocks.ts'

/** The element that stands for an opaque block in the text editor and on the clipboard; no stored text knows it. */
export const opaqueTag = 'html-opaque'

/** The source of an opaque block as an attribute that no sanitiser takes for an attack. */
export const packSource = (source: string): string =>
  JSON.stringify(source).replace(/[<>]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)

/** The source out of the attribute; empty when it is none of ours. */
export const unpackSource = (packed: string | undefined): string => {
  try {
    const source: unknown = JSON.parse(packed ?? '')
    return typeof source === 'string' ? source : ''
  } catch {
    return ''
  }
}

const options = {
  USE_PROFILES: { html: true },
  FORBID_TAGS: [...forbiddenTags],
  FORBID_ATTR: [...forbiddenAttributes],
  ADD_ATTR: ['target'],
}

// DOMPurify reads in a document that the page's policy rules, where a style or handler is reported although it never acts.
const tame = (root: ParentNode): void => {
  for (const element of root.querySelectorAll('script, style, template, noscript')) element.remove()
  for (const element of root.querySelectorAll('*'))
    for (const name of element.getAttributeNames()) if (isHandler(name)) element.removeAttribute(name)
}

/** HTML that DOMPurify can read without a report to the page's policy; not safe by itself. */
export const tameHtml = (html: string): string => {
  const box = inertBox(inertNodes(html))
  tame(box)
  return unmasked(box.innerHTML)
}

/** The source of an opaque block without anything that runs; its very bytes where there was nothing of it. */
export const cleanSource = (source: string): string => {
  const clean = DOMPurify.sanitize(tameHtml(source), options)
  return inertBox(inertNodes(clean)).isEqualNode(inertBox(inertNodes(source))) ? source : clean
}

/** Several pieces of HTML without anything that runs, all in one go: each call of the sanitiser costs a document. */
export const cleanAll = (pieces: readonly (readonly Node[])[]): ChildNode[][] => {
  const root = inertBox([])
  for (const nodes of pieces) root.append(inertBox(nodes))
  tame(root)
  const clean = DOMPurify.sanitize(root, { ...options, RETURN_DOM_FRAGMENT: true })
  return pieces.map((_nodes, index) => [...(clean.firstElementChild?.children[index]?.childNodes ?? [])])
}

/** What comes from the clipboard without anything that runs; keeps styles and opaque blocks, which the next step judges. */
export const cleanClipboard = (html: string): DocumentFragment =>
  DOMPurify.sanitize(tameHtml(html), { ...options, FORBID_ATTR: [], ADD_TAGS: [opaqueTag], RETURN_DOM_FRAGMENT: true })

/** True for an address of this site, which the page may load. */
export const isOwnAddress = (address: string): boolean => /^\/(?![/\\])/.test(address)
